import json
import os.path, xml.etree.ElementTree as ET
import importlib.resources as res; import a.b.c
from pathlib import Path, PurePath as Pure
from . import sibling
from .. .pkg.mod import (
    one,  # a comment
    two as deux,
)
from collections import *
from typing import ...
from broken import (x
y = x
