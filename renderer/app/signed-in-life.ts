import { mainHub } from '#shared/hubs/main.ts'
import { createCompanionSessions } from '../services/companion.ts'
import { createDeviceGuard } from '../services/device-guard.ts'
import { createLicence } from '../services/licence.ts'
import { createRemoteCommands } from '../services/remote-commands.ts'
import type { Services } from '../services/services.ts'
import { createUpdateFlow } from '../services/update-flow.ts'
import type { ShellServices } from '../shell/shell-context.tsx'
import { APP_VERSION } from './app-version.ts'
import { bindRenewHotkey } from './renew-hotkey.ts'

/** What the shell follows and does as long as somebody is signed in. */
export interface SignedInLife {
  readonly shell: ShellServices
  /** Starts all of it; returns what ends it. May be started again. */
  start(page: Window): () => void
}

/** @param setUnread told of the server's count of unread messages */
export function createSignedInLife(services: Services, setUnread: (count: number) => void): SignedInLife {
  const shell: ShellServices = {
    licence: createLicence(services),
    update: createUpdateFlow(services),
    companion: createCompanionSessions(),
    guard: createDeviceGuard(services),
  }
  return {
    shell,
    start(page) {
      const ends = [
        shell.licence.watch(page.document),
        shell.update.watch(),
        shell.guard.watch(),
        services.renewal.watch(page.document),
        bindRenewHotkey(page, services, shell.update),
        services.life.onReset(services.dialogs.reset),
        followMainHub(services, shell, setUnread),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

/** Binds the shell's hub to its effects (spec 1 §7). */
function followMainHub(services: Services, { companion }: ShellServices, setUnread: (count: number) => void) {
  const hub = services.hub(mainHub)
  const command = createRemoteCommands(services)
  const over = () => {
    const { token } = services.session.store.getState()
    if (token !== null) services.life.invalid(token)
  }
  const isMobile = () => services.session.store.getState().user?.claims.tokenType === 'MOBILE_APP'
  const offs = [
    companion.follow(hub),
    hub.on('updateUnreadMessageCount', setUnread),
    hub.on('loggedOut', over),
    hub.on('loggedOutMobile', () => {
      if (isMobile()) over()
    }),
    hub.on('REMOTE_COMMAND', (order) => void command(order)),
    hub.onConnected(() => void hub.invoke('setAppVersion', APP_VERSION).catch(() => {})),
  ]
  void hub.start()
  return () => {
    for (const off of offs) off()
    void hub.stop()
  }
}
