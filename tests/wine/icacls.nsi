; Stands in for icacls, which does nothing in Wine: writes down what it was given.
Unicode true
Target amd64-unicode
RequestExecutionLevel user
SilentInstall silent
Name "icacls"
OutFile "${OUT}"
Section
  FileOpen $0 "$PROFILE\icacls.txt" a
  FileSeek $0 0 END
  FileWriteUTF16LE $0 "$CMDLINE$\n"
  FileClose $0
SectionEnd
