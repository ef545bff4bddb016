; An installer of the shape of electron-builder's, with what build/installer.nsh adds to it: for a person or
; with /allusers for the machine, an old version removed by its own uninstaller with --updated.
; Its own template needs plugins that only its own downloads have. Given: VERSION, OUT, CONTENT, UNINSTALLER.

Unicode true
Target amd64-unicode
RequestExecutionLevel user
SilentInstall silent
SilentUnInstall silent
Name "Fieldwork"
OutFile "${OUT}"
!include LogicLib.nsh
!include FileFunc.nsh

!define INSTALL_REGISTRY_KEY "Software\Fieldwork checks"
!define UNINSTALL_REGISTRY_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Fieldwork checks"
!define UNINSTALL_FILENAME "Uninstall Fieldwork.exe"
!define isUpdated '$isUpdating == "yes"'
Var installMode
Var appExe
Var isUpdating

!include "${ADDED}"

!macro begin
  ${GetParameters} $R0
  StrCpy $isUpdating "no"
  ClearErrors
  ${GetOptions} $R0 "--updated" $R1
  ${ifNot} ${Errors}
    StrCpy $isUpdating "yes"
  ${endIf}
  ClearErrors
  ${GetOptions} $R0 "/allusers" $R1
  ${if} ${Errors}
    StrCpy $installMode CurrentUser
    SetShellVarContext current
    StrCpy $1 "$LOCALAPPDATA\Programs"
  ${else}
    StrCpy $installMode all
    SetShellVarContext all
    StrCpy $1 "$PROGRAMFILES64"
  ${endIf}
  ClearErrors
!macroend

Function .onInit
  !insertmacro begin
  StrCpy $INSTDIR "$1\Fieldwork"
FunctionEnd

Function un.onInit
  !insertmacro begin
FunctionEnd

Section "install"
  StrCpy $appExe "$INSTDIR\Fieldwork.exe"
  StrCpy $2 "/currentuser"
  ${if} $installMode == "all"
    StrCpy $2 "/allusers"
  ${endIf}
  ReadRegStr $3 SHELL_CONTEXT "${UNINSTALL_REGISTRY_KEY}" UninstallString
  ${if} $3 != ""
    InitPluginsDir
    CopyFiles /SILENT "$INSTDIR\${UNINSTALL_FILENAME}" "$PLUGINSDIR\old-uninstaller.exe"
    ExecWait '"$PLUGINSDIR\old-uninstaller.exe" /S $2 --updated _?=$INSTDIR' $4
    ${if} $4 != 0
      SetErrorLevel 2
      Quit
    ${endIf}
  ${endIf}
  SetOutPath $INSTDIR
  File /r "${CONTENT}/*.*"
  WriteUninstaller "$INSTDIR\${UNINSTALL_FILENAME}"
  WriteRegStr SHELL_CONTEXT "${INSTALL_REGISTRY_KEY}" InstallLocation "$INSTDIR"
  WriteRegStr SHELL_CONTEXT "${UNINSTALL_REGISTRY_KEY}" DisplayVersion "${VERSION}"
  WriteRegStr SHELL_CONTEXT "${UNINSTALL_REGISTRY_KEY}" UninstallString '"$INSTDIR\${UNINSTALL_FILENAME}" $2'
  !insertmacro customInstall
SectionEnd

Section "un.install"
  !insertmacro customUnInstall
  SetOutPath $TEMP
  RMDir /r $INSTDIR
  DeleteRegKey SHELL_CONTEXT "${UNINSTALL_REGISTRY_KEY}"
  DeleteRegKey SHELL_CONTEXT "${INSTALL_REGISTRY_KEY}"
SectionEnd
