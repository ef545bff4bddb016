; Stands in for PowerShell, as where it is refused, and for findstr, which has found no running client. Wine's do nothing
; and say that it went well: the installer would take it that the client runs and can't be closed.
Unicode true
Target amd64-unicode
RequestExecutionLevel user
SilentInstall silent
Name "nothing found"
OutFile "${OUT}"
Section
  SetErrorLevel 1
SectionEnd
