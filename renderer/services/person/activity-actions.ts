import { USE_DESKTOP_APP } from '../desktop/desktop.ts'
import type { Notices } from '../notices/notices.ts'
import type { ActivityActions } from './activity.ts'

/** Where only the desktop client can launch it (spec 1 §5). */
export const USE_DESKTOP_APP_FOR_DIALLER = `${USE_DESKTOP_APP} to launch the dialler`

/** For a window that leaves them to another. */
export const NO_ACTIONS: ActivityActions = {
  launchDialler: async () => {},
  exitDialler: async () => {},
  watchActiveApp: () => {},
  focus: () => {},
}

/** All but the watching of other programs, which is the live services' own. */
export type PageActions = Omit<ActivityActions, 'watchActiveApp'>

interface ActionServices {
  readonly notices: Notices
  /** Brings this window to the front. */
  readonly focus: () => void
}

/**
 * What a page can do by itself. It has no dialler: launching one is told as the desktop client's
 * work, and exiting one is done already.
 */
export function createActivityActions({ notices, focus }: ActionServices): PageActions {
  return {
    launchDialler: async () => notices.show('warning', USE_DESKTOP_APP_FOR_DIALLER),
    exitDialler: async () => {},
    focus,
  }
}
