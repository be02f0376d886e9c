"""Files that hold records in a form that is not read, told by their first bytes, and what to do with them."""

import zipfile
from typing import BinaryIO

from typed_sts_fetch.errors import BadInput

ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_LOOKED_AT = 16 * 2**20
_IN_OLE = (
    ("EncryptedPackage", "is protected with a password; open it in Excel, take the password off and save it again"),
    ("Workbook", "is an old Excel workbook (.xls); open it and save it as .xlsx"),
    ("Book", "is an old Excel workbook (.xls); open it and save it as .xlsx"),
    ("WordDocument", "is a Word document; copy its table into a spreadsheet and save that as .xlsx or CSV"),
)
_IN_ZIP = (
    ("word/", "is a Word document; copy its table into a spreadsheet and save that as .xlsx or CSV"),
    ("ppt/", "is a PowerPoint file; export the records from the collections system instead"),
    ("xl/workbook.bin", "is a binary Excel workbook (.xlsb); open it and save it as .xlsx"),
    ("content.xml", "is an OpenDocument file; open it and save it as .xlsx, or as CSV"),
)
_BY_HEAD = (
    (b"%PDF", "is a PDF; export the records from the collections system as CSV, .xlsx or XML instead"),
    (b"{\\rtf", "is a document in rich text; copy its table into a spreadsheet and save that as .xlsx or CSV"),
    (b"SQLite format 3\0", "is a database; export its table as CSV"),
    (b"\x89PNG", "is a picture, not a file of records"),
    (b"\xff\xd8\xff", "is a picture, not a file of records"),
    (b"7z\xbc\xaf", "is an archive; unpack it first"),
    (b"Rar!", "is an archive; unpack it first"),
    (b"BZh", "is packed with bzip2; unpack it first"),
    (b"\xfd7zXZ", "is packed with xz; unpack it first"),
)


def refuse_other_files(head: bytes, name: str) -> None:
    """Raise BadInput for a file whose first bytes say that it is no file of records, with what to do."""
    for start, told in _BY_HEAD:
        if head.startswith(start):
            raise BadInput(f"{name} {told}; not a file of records typed-sts knows")


def refuse_old_office(stream: BinaryIO, name: str) -> None:
    """Raise BadInput for a file of old Office programs, or one that is encrypted, with what to do."""
    content = stream.read(_LOOKED_AT)
    for inside, told in _IN_OLE:
        if inside.encode("utf-16-le") in content:
            raise BadInput(f"{name} {told}")
    raise BadInput(f"{name} is a file of an old Office program; save it as .xlsx or CSV")


def refuse_other_zips(stream: BinaryIO, name: str) -> None:
    """Raise BadInput for a zip that is no Excel workbook, with what to do."""
    try:
        with zipfile.ZipFile(stream) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
        raise BadInput(f"{name}: a damaged workbook or zip file ({error}); save it anew") from error
    stream.seek(0)
    if "xl/workbook.xml" in names:
        return
    for inside, told in _IN_ZIP:
        if any(each.startswith(inside) for each in names):
            raise BadInput(f"{name} {told}")
    raise BadInput(f"{name} is a zip archive, not a file of records; unpack it first and name the file in it")
