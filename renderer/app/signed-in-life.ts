import type { mainHub } from '#shared/hubs/main.ts'
import { version } from '../../package.json'
import { loadBadgeTest } from '../features/hardware/index.ts'
import { loadIdleWatch } from '../features/idle-question/index.ts'
import { createToolServices } from '../features/tools/index.ts'
import { watchAppLinks } from '../services/desktop/app-links.ts'
import type { Desktop } from '../services/desktop/desktop.ts'
import { watchDesktopUpdate } from '../services/desktop/desktop-update.ts'
import { createDesktopVersionCheck } from '../services/desktop/desktop-version.ts'
import { watchPushToken } from '../services/desktop/push.ts'
import { createSpeech } from '../services/desktop/speech.ts'
import { onNumber } from '../services/desktop/window-events.ts'
import { reasonOf } from '../services/http/api-client.ts'
import { bindEffects } from '../services/hubs/hub-effects.ts'
import { createLive, type LiveParts, type LiveServices } from '../services/live.tsx'
import { createDeviceGuard } from '../services/machine/device-guard.ts'
import type { MachineFitness } from '../services/machine/fitness.ts'
import { createPassport } from '../services/machine/passport.ts'
import { watchShiftReadings } from '../services/machine/shift-readings.ts'
import { browserAudio, createSounds } from '../services/notices/sounds.ts'
import { watchErrors } from '../services/page/error-reports.ts'
import { createScreenActions } from '../services/page/screen-actions.ts'
import { createActivityActions } from '../services/person/activity-actions.ts'
import { followSettings } from '../services/person/follow-settings.ts'
import { LATE_AGAIN_MS } from '../services/person/late-saves.ts'
import { createSettings } from '../services/person/settings.ts'
import { watchWellBeing } from '../services/person/well-being.ts'
import type { Services } from '../services/services.ts'
import { createCompanionSessions } from '../services/session/companion.ts'
import { createLicence } from '../services/session/licence.ts'
import type { MachineWork } from '../services/session/remote-commands.ts'
import { createUpdateFlow } from '../services/session/update-flow.ts'
import type { ShellTools } from '../services/shell-tools.tsx'
import { bindHotkeys } from '../shell/hotkeys/bind-hotkeys.ts'
import { searchFieldOf, shellActions } from '../shell/hotkeys/shell-actions.ts'
import { createNavigationServices } from '../shell/navigation/navigation-services.ts'
import type { ShellServices } from '../shell/shell-context.tsx'
import { mainHubEffects } from './main-hub-effects.ts'
import { placeOf } from './open-app-link.ts'

/** Version of this build of the renderer. */
const APP_VERSION: string = version

/** What the shell follows and does as long as somebody is signed in. */
export interface SignedInLife {
  readonly shell: ShellServices
  readonly tools: ShellTools
  readonly live: LiveServices
  /** The VPN, the dialler and the other programs beside this one. */
  readonly programs: ReturnType<typeof createToolServices>
  /** Starts all of it; returns what ends it. May be started again. */
  start(page: Window): () => void
}

/**
 * @param setUnread told of the server's count of unread messages
 * @param lent what the live services work with; `catchUp` runs whenever the shell's hub stands again
 */
export function createSignedInLife(
  services: Services,
  setUnread: (count: number) => void,
  lent: LiveParts & {
    readonly fitness: MachineFitness
    readonly catchUp?: () => void
    /** Reads the names of the menu. */
    readonly readLabels?: () => void
  },
): SignedInLife {
  const shell: ShellServices = {
    licence: createLicence(services),
    update: createUpdateFlow(services),
    companion: createCompanionSessions(),
    guard: createDeviceGuard(services, lent.fitness),
    ...createNavigationServices(services, window),
  }
  const tools: ShellTools = {
    settings: createSettings(services),
    sounds: createSounds({ newContext: browserAudio, timers: services.timers }),
    screenActions: createScreenActions(),
    desktopVersion: createDesktopVersionCheck(services),
    passport: createPassport({ ...services, ...shell, isOnline: () => navigator.onLine }),
  }
  const programs = createToolServices(services, window)
  const live: LiveServices = createLive(services, {
    ...lent,
    deviceSettings: () => lent.fitness.store.getState().settings,
    sounds: tools.sounds,
    activityActions: {
      ...createActivityActions({ notices: services.notices, focus: lent.focus }),
      launchDialler: programs.tools.launchDialler,
      exitDialler: programs.tools.exitDialler,
    },
  })
  let isTesting = false
  const work: MachineWork = {
    launchDialler: () => void programs.tools.launchDialler(),
    remoteAssist: () => void programs.tools.remoteAssist(),
    startVPN: () => void programs.vpn.start(),
    stopVPN: () => void programs.vpn.stop(),
    testBadge() {
      if (isTesting) return
      isTesting = true
      void loadBadgeTest()
        .then((run) => run(services, lent.fitness))
        .catch((error: unknown) => void services.notices.show('error', reasonOf(error)))
        .finally(() => {
          isTesting = false
        })
    },
  }
  const effects = mainHubEffects(services, {
    live,
    companion: shell.companion,
    setUnread,
    work: lent.isPopOut ? null : work,
  })
  return {
    shell,
    tools,
    live,
    programs,
    start(page) {
      const ends = [
        shell.licence.watch(page.document),
        live.settingNews.onChange((keys) => keys?.includes('licence') && shell.licence.refresh()),
        shell.update.watch(),
        shell.guard.watch(),
        onNumber(page, 'WIFI_SIGNAL', shell.guard.fitness.takeWifi),
        shell.network.watch(),
        shell.battery.watch(),
        services.renewal.watch(page.document),
        tools.settings.watch(),
        followSettings({
          news: live.settingNews,
          settings: tools.settings,
          readLabels: lent.readLabels ?? (() => {}),
          readDevices: () => void lent.fitness.readSettings(),
        }),
        tools.sounds.watch(page),
        tools.desktopVersion.watch(),
        followHotkeys(page, services, { shell, tools }),
        services.life.onReset(services.dialogs.reset),
        services.life.onReset(services.prompts.reset),
        services.life.onReset(services.previews.close),
        services.life.onReset(live.reset),
        services.bindMeeting(live.meetings.isInMeeting),
        programs.start(),
        watchDesktopUpdate(services),
        watchAppLinks(services.desktop, (link) => services.navigation.go(placeOf(link))),
        live.activity.watch(),
        lent.isPopOut
          ? () => {}
          : watchWellBeing({ ...services, activity: live.activity, isInCall: live.isInCall }),
        live.watchMachine(),
        watchShiftReadings({
          ...{ activity: live.activity.store, vpn: programs.vpn.store },
          ...{ wifi: live.wifi, note: live.noteMachine },
        }),
        followIdle(page, services, live, lent.isPopOut),
        live.wifi.watch(page),
        live.announcements.watch(),
        watchErrors(services),
        live.flags.watch(),
        watchPushToken(page, services.api),
        // Each window by itself: what another one has sent doesn’t wait in this one any longer.
        services.timers.every(LATE_AGAIN_MS, () => {
          if (live.lateSwitches.store.getState().waiting.length > 0) void live.lateSwitches.send()
        }),
        followMainHub(live, shell, services.desktop, lent),
        shell.hubLink.follow(live.hub),
        bindEffects<typeof mainHub>(live.hub, effects),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

/** Asks who touches nothing whether they still work; its code is fetched behind the shell. */
function followIdle(page: Window, services: Services, { activity }: LiveServices, isPopOut: boolean) {
  let end = () => {}
  let isOver = false
  if (services.session.store.getState().permissions.can('CAN_UPDATE_MASTER_ACTIVITY'))
    loadIdleWatch().then(
      (watchIdle) => {
        if (!isOver) end = watchIdle(page, { ...services, activity, isPopOut })
      },
      () => {},
    )
  return () => {
    isOver = true
    end()
  }
}

/** Opens the shell's hub, and tells and reads what may have changed whenever a connection stands. */
function followMainHub(
  { hub, ...live }: LiveServices,
  { companion }: ShellServices,
  { version, available }: Desktop,
  { isPopOut, catchUp: others = () => {} }: { readonly isPopOut: boolean; readonly catchUp?: () => void },
) {
  const catchUp: readonly (() => void)[] = [
    () => companion.ask(hub),
    () => void hub.invoke('setAppVersion', APP_VERSION).catch(() => {}),
    // Support sees whose desktop client is below the minimum.
    () => version !== null && void hub.invoke('setDesktopVersion', version).catch(() => {}),
    // What an activity asks for is this window's to do, or another's that was opened by itself.
    () => void (isPopOut || hub.invoke('takesActivityActions', available).catch(() => {})),
    () => void live.lateSwitches.send(),
    () => live.machineAway.resend(),
    () => void live.activity.takeAgain(),
    () => live.wifi.resend(),
    // Calls that this window made ended with the connection that they were made on.
    () => live.calls.clearRinging(),
    () => void live.announcements.refreshBroadcasts(),
    () => void live.announcements.refreshDefcon(),
    () => void live.activity.read(),
    // A page that was quicker than the connection has read its list of calls before.
    () =>
      void live.calls
        .readMissed()
        .then((isAny) => isAny && live.workingDayNews.tell({ entity: 'CALL', ids: [] })),
  ]
  const off = hub.onConnected((again) => {
    for (const step of catchUp) step()
    if (again) {
      others()
      live.taskNews.missed()
      live.calendarNews.missed()
      live.vaultNews.missed()
      live.jobNews.missed()
      live.settingNews.missed()
      live.agreementNews.missed()
      live.experimentalNews.missed()
      live.flagNews.missed()
      live.errorNews.missed()
      live.personNews.missed()
      live.workingDayNews.missed()
    }
  })
  void hub.start()
  return () => {
    off()
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
