import { UPDATE_TEXT } from '#shared/domain/update.ts'
import type { Speech } from '../../services/desktop/speech.ts'
import type { DialogName } from '../../services/notices/dialogs.ts'
import type { ScreenActions } from '../../services/page/screen-actions.ts'
import type { Services } from '../../services/services.ts'
import type { UpdateFlow } from '../../services/session/update-flow.ts'
import type { HotkeyActions } from './bind-hotkeys.ts'

export const RENEW_TEXT = {
  renewed: 'Your session is renewed.',
  failed: 'Your session could not be renewed. You can go on; please try again later.',
} as const

/** Dialogs that open by a hotkey. */
const SHELL_DIALOGS = ['switcher', 'hotkeys', 'session-info'] as const satisfies readonly DialogName[]
type ShellDialog = (typeof SHELL_DIALOGS)[number]

export interface ActionParts {
  readonly services: Services
  readonly update: Pick<UpdateFlow, 'check'>
  readonly screenActions: ScreenActions
  readonly speech: Speech
  /** The current screen's own search field, where it has one. */
  readonly searchField: () => HTMLElement | null
}

/** Renews the token and looks for an update (spec 1 §9). */
export async function renewSession(
  { renewal, notices }: Pick<Services, 'renewal' | 'notices'>,
  update: Pick<UpdateFlow, 'check'>,
): Promise<void> {
  void update.check()
  const result = await renewal.renew()
  if (result === 'renewed') notices.show('success', RENEW_TEXT.renewed)
  else if (result !== 'signedOut') notices.show('error', `${RENEW_TEXT.failed} ${result.problem}`)
}

/** What the shell's hotkeys do. */
export function shellActions({
  services,
  update,
  screenActions,
  speech,
  searchField,
}: ActionParts): HotkeyActions {
  const { dialogs, zoom, desktop, navigation, notices, isInMeeting } = services
  // One of them at a time: each is there for a moment.
  const toggle = (name: ShellDialog) => {
    const isOpen = dialogs.store.getState().some((dialog) => dialog.name === name && dialog.opened)
    for (const other of SHELL_DIALOGS) dialogs.close(other)
    if (!isOpen) dialogs.open(name)
  }
  const search = () => {
    if (screenActions.run('search')) return true
    const field = searchField()
    field?.focus()
    // A screen without a search has the browser's.
    return field !== null
  }
  const refresh = () => {
    // In a browser the key is the browser's own.
    if (!desktop.available) return false
    if (isInMeeting()) notices.show('warning', UPDATE_TEXT.inMeeting)
    else navigation.reload()
    return true
  }
  return {
    switcher: () => toggle('switcher'),
    sheet: () => toggle('hotkeys'),
    info: () => screenActions.run('info') || toggle('session-info'),
    search,
    refresh,
    renew: () => renewSession(services, update),
    'read-aloud': speech.toggle,
    'zoom-in': () => zoom.step(1),
    'zoom-out': () => zoom.step(-1),
    'zoom-reset': () => zoom.reset(),
  }
}

/** The search field of the screen that is showing. */
export function searchFieldOf(page: Document): HTMLElement | null {
  return page.querySelector<HTMLElement>('main :is(input[type="search"], [role="searchbox"], [data-search])')
}
