import { mainHub } from '#shared/hubs/main.ts'
import { createCompanionSessions } from '../services/companion.ts'
import { createDesktopVersionCheck } from '../services/desktop-version.ts'
import { createDeviceGuard } from '../services/device-guard.ts'
import { createLicence } from '../services/licence.ts'
import { createRemoteCommands } from '../services/remote-commands.ts'
import { createScreenActions } from '../services/screen-actions.ts'
import type { Services } from '../services/services.ts'
import { createSettings } from '../services/settings.ts'
import type { SignedInServices } from '../services/signed-in-services.tsx'
import { browserAudio, createSounds } from '../services/sounds.ts'
import { createSpeech } from '../services/speech.ts'
import { createUpdateFlow } from '../services/update-flow.ts'
import { bindHotkeys } from '../shell/hotkeys/bind-hotkeys.ts'
import { searchFieldOf, shellActions } from '../shell/hotkeys/shell-actions.ts'
import { createNavigationServices } from '../shell/navigation/navigation-services.ts'
import type { ShellServices } from '../shell/shell-context.tsx'
import { APP_VERSION } from './app-version.ts'

/** What the shell follows and does as long as somebody is signed in. */
export interface SignedInLife {
  readonly shell: ShellServices
  readonly tools: SignedInServices
  /** Starts all of it; returns what ends it. May be started again. */
  start(page: Window): () => void
}

/**
 * @param setUnread told of the server's count of unread messages
 * @param catchUp called when the shell's hub stands again: what it would have told is unknown
 */
export function createSignedInLife(
  services: Services,
  setUnread: (count: number) => void,
  catchUp: () => void = () => {},
): SignedInLife {
  const shell: ShellServices = {
    licence: createLicence(services),
    update: createUpdateFlow(services),
    companion: createCompanionSessions(),
    guard: createDeviceGuard(services),
    ...createNavigationServices(services, window),
  }
  const tools: SignedInServices = {
    settings: createSettings(services),
    sounds: createSounds({ newContext: browserAudio, timers: services.timers }),
    screenActions: createScreenActions(),
    desktopVersion: createDesktopVersionCheck(services),
  }
  return {
    shell,
    tools,
    start(page) {
      const ends = [
        shell.licence.watch(page.document),
        shell.update.watch(),
        shell.guard.watch(),
        shell.network.watch(),
        shell.battery.watch(),
        services.renewal.watch(page.document),
        tools.settings.watch(),
        tools.sounds.watch(page),
        tools.desktopVersion.watch(),
        followHotkeys(page, services, { shell, tools }),
        services.life.onReset(services.dialogs.reset),
        followMainHub(services, shell, { setUnread, catchUp }),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

/** Binds the shell's hub to its effects (spec 1 §7). */
function followMainHub(
  services: Services,
  { companion, hubLink }: ShellServices,
  { setUnread, catchUp }: { setUnread: (count: number) => void; catchUp: () => void },
) {
  const hub = services.hub(mainHub)
  const command = createRemoteCommands(services)
  const over = () => {
    const { token } = services.session.store.getState()
    if (token !== null) services.life.invalid(token)
  }
  const isMobile = () => services.session.store.getState().user?.claims.tokenType === 'MOBILE_APP'
  const offs = [
    companion.follow(hub),
    hubLink.follow(hub),
    hub.on('updateUnreadMessageCount', setUnread),
    hub.on('loggedOut', over),
    hub.on('loggedOutMobile', () => {
      if (isMobile()) over()
    }),
    hub.on('REMOTE_COMMAND', (order) => void command(order)),
    hub.onConnected((again) => {
      if (again) catchUp()
    }),
    hub.onConnected(() => void hub.invoke('setAppVersion', APP_VERSION).catch(() => {})),
  ]
  void hub.start()
  return () => {
    for (const off of offs) off()
    void hub.stop()
  }
}

/** Binds the shell's hotkeys (spec 1 §9). What blocks the shell blocks most of them. */
function followHotkeys(
  page: Window,
  services: Services,
  { shell, tools }: Pick<SignedInLife, 'shell' | 'tools'>,
) {
  const speech = createSpeech({
    page,
    desktop: services.desktop,
    tell: (message) => services.notices.show('info', message),
  })
  const actions = shellActions({
    services,
    update: shell.update,
    screenActions: tools.screenActions,
    speech,
    searchField: () => searchFieldOf(page.document),
  })
  const off = bindHotkeys(page, actions, () => page.document.querySelector('#root [inert]') !== null)
  return () => {
    off()
    speech.stop()
  }
}
