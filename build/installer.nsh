; The folder of the deployment's configuration and of the policy: people read it, administrators write it.
; Only where it is installed for all people of the machine: who installs for themselves may not make it.
!macro customInstall
  ${if} $installMode == "all"
    SetShellVarContext all
    CreateDirectory "$APPDATA\Fieldwork"
    nsExec::Exec '"$SYSDIR\icacls.exe" "$APPDATA\Fieldwork" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX'
    Pop $0
  ${endif}
!macroend
