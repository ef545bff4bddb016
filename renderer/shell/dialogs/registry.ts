import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { DialogName, DialogParams } from '../../services/dialogs.ts'

/** What the shell hands a dialog. */
export interface DialogProps<P = undefined> {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: P
}

type Registry = {
  readonly [N in DialogName]: LazyExoticComponent<ComponentType<DialogProps<DialogParams[N]>>>
}

/** Where each dialog's code is. One line a dialog; it is fetched when it is first wanted. */
export const DIALOGS: Registry = {
  picture: lazy(async () => ({ default: (await import('../../features/profile/index.ts')).PictureDialog })),
  'two-factor': lazy(async () => ({
    default: (await import('../../features/two-factor/index.ts')).TwoFactorDialog,
  })),
  switcher: lazy(async () => ({ default: (await import('../switcher/Switcher.tsx')).Switcher })),
  hotkeys: lazy(async () => ({ default: (await import('../hotkeys/HotkeySheet.tsx')).HotkeySheet })),
  'session-info': lazy(async () => ({
    default: (await import('../session-info/SessionInfo.tsx')).SessionInfo,
  })),
}
