"""The style of the report page: light and dark, wide and narrow, no fonts or pictures from elsewhere."""

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf8; --card: #fff; --ink: #22252b; --soft: #626873; --line: #e2e0db;
  --accent: #1d5fa8; --warn: #8a4b00; --warn-paper: #fdf3e2; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181c; --card: #1e2126; --ink: #e6e6e3; --soft: #a0a6b0; --line: #343840;
    --accent: #79b4f2; --warn: #f0c587; --warn-paper: #33291a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 0 0 .5rem; }
small { font-size: .85rem; font-weight: 400; color: var(--soft); font-variant-numeric: tabular-nums; }
.lead, .note, footer { color: var(--soft); margin: 0 0 1rem; overflow-wrap: anywhere; }
.note { font-size: .9rem; max-width: 46rem; }
.warning { margin: .5rem 0; padding: .5rem .75rem; border-left: 3px solid var(--warn); border-radius: 3px;
  background: var(--warn-paper); color: var(--warn); font-size: .92rem; overflow-wrap: anywhere; }
.wide { overflow-x: auto; margin: 0 0 1.25rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
caption { text-align: left; color: var(--soft); padding: 0 0 .4rem; overflow-wrap: anywhere; }
th { font-weight: 600; color: var(--soft); text-align: right; vertical-align: bottom; }
td { text-align: right; white-space: nowrap; }
th, td { padding: .32rem .7rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { padding-left: 0; }
.text { text-align: left; }
.total td { border-top: 2px solid var(--soft); border-bottom: 0; font-weight: 600; }
a { color: var(--accent); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem;
  align-items: start; margin-bottom: 2rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1rem; min-width: 0; }
h3 small { display: block; }
.card details { font-size: .9rem; }
.card summary { cursor: pointer; color: var(--accent); margin-top: .4rem; }
.card ol { margin: .4rem 0 0; padding-left: 1.4rem; font-size: .85rem; font-variant-numeric: tabular-nums; }
.card li { margin-bottom: .4rem; }
.items { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
svg { display: block; }
.scatter { width: 100%; height: auto; }
.scatter text { font-size: 10.5px; fill: var(--soft); }
.grid { fill: none; stroke: var(--line); stroke-width: 1; }
.equal { fill: none; stroke: var(--soft); stroke-width: 1; stroke-dasharray: 3 4; opacity: .7; }
.dots { fill: var(--accent); }
.whisker { width: 7.5rem; height: 1rem; }
.span { stroke: var(--accent); stroke-width: 7; opacity: .35; }
.point { fill: var(--accent); }
footer { margin-top: 3rem; font-size: .85rem; }
@media (max-width: 34rem) {
  main { padding: 1.25rem .9rem 2rem; }
  h1 { font-size: 1.3rem; }
  th, td { padding: .3rem .5rem; } }
"""
