; Stand in for the plugins that electron-builder's template calls and no registry has. One that is called and isn't here
; fails makensis. They take from the stack and put on it what the plugins do.

!include FileFunc.nsh

Var standInName
Var standInRest
Var standInLength
Var standInPart

; UAC: whether this process has an administrator's rights is Windows' own answer. No process starts another one with more
; rights: it is as if the person had refused.
!macro UAC._ what
  !if "${what}" == "2s"
    System::Call 'shell32::IsUserAnAdmin()i.s'
  !else if "${what}" == "3s"
    Push 0
  !else if "${what}" == "0"
    StrCpy $0 1223
  !else
    !error "UAC is asked for ${what}"
  !endif
!macroend

; Takes an option's name, gives "true" where the command line has /name or --name.
!macro StdUtils.TestParameter unload
  !define /redef STAND_IN ${__COUNTER__}
  Pop $standInName
  ${GetParameters} $standInRest
  StrCpy $standInRest " $standInRest "
  again_${STAND_IN}:
    StrLen $standInLength " --$standInName "
    StrCpy $standInPart $standInRest $standInLength
    StrCmp $standInPart " --$standInName " found_${STAND_IN}
    IntOp $standInLength $standInLength - 1
    StrCpy $standInPart $standInRest $standInLength
    StrCmp $standInPart " /$standInName " found_${STAND_IN}
    StrCpy $standInRest $standInRest "" 1
    StrCmp $standInRest "" 0 again_${STAND_IN}
    Push "false"
    Goto told_${STAND_IN}
  found_${STAND_IN}:
    Push "true"
  told_${STAND_IN}:
!macroend

; The whole command line: NSIS' own has lost /D=.
!macro StdUtils.GetAllParameters unload
  Pop $standInRest
  System::Call 'kernel32::GetCommandLineW()w.s'
!macroend

!macro StdUtils.GetParentPath unload
  Pop $standInRest
  ${GetParent} $standInRest $standInPart
  Push $standInPart
!macroend

!macro StdUtils.ExecShellAsUser unload
  Pop $standInPart
  Pop $standInName
  Pop $standInRest
  ExecShell $standInName $standInRest $standInPart
  Push "ok"
!macroend

; The client is in the installer as files, in place of an archive: they go where the archive would be unpacked.
!macro Nsis7z.Extract archive
  File /r "${CONTENT}/*.*"
!macroend

; What the taskbar takes a window for, and links that are pinned there.
!macro WinShell.SetLnkAUMI link id
!macroend
!macro WinShell.UninstShortcut link
!macroend
!macro WinShell.UninstAppUserModelId id
!macroend
