; What is added to electron-builder's installer, which itself registers no links.
; SHELL_CONTEXT is the machine's part of the registry or the person's, as it is installed.

!define LINKS_KEY "Software\Classes\fieldwork-app"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define RUN_APPROVED_KEY "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run"

!macro customInstall
  ; An older version's lines may name a program elsewhere.
  DeleteRegKey SHELL_CONTEXT "${LINKS_KEY}"
  WriteRegStr SHELL_CONTEXT "${LINKS_KEY}" "" "URL:fieldwork-app"
  WriteRegStr SHELL_CONTEXT "${LINKS_KEY}" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "${LINKS_KEY}\shell\open\command" "" '"$appExe" "%1"'

  ; The folder of the deployment's configuration and of the policy: people read it, administrators write it.
  ; Only where it is installed for all people of the machine: who installs for themselves may not make it.
  ${if} $installMode == "all"
    SetShellVarContext all
    CreateDirectory "$APPDATA\Fieldwork"
    nsExec::Exec '"$SYSDIR\icacls.exe" "$APPDATA\Fieldwork" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX'
    Pop $0
  ${endif}
!macroend

; The client writes its links and its start with Windows for the person who starts it. An update keeps both.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "${LINKS_KEY}"
    DeleteRegKey HKCU "${LINKS_KEY}"
    DeleteRegValue HKCU "${RUN_KEY}" "Fieldwork"
    DeleteRegValue HKCU "${RUN_APPROVED_KEY}" "Fieldwork"
    ClearErrors
  ${endif}
!macroend
