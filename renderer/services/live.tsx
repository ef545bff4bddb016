import { createContext, useContext } from 'react'
import type { CounterName } from '#shared/contract/counters.ts'
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '#shared/domain/device-grading.ts'
import { mainHub, type TaskNews, type VaultNews, type WorkingDayChange } from '#shared/hubs/main.ts'
import { type Calls, createCalls } from './calls/calls.ts'
import { createMeetings, type Meetings } from './calls/meetings.ts'
import type { HubClient } from './hubs/hub-client.ts'
import { createNewsFeed, type NewsFeed } from './hubs/news-feed.ts'
import { type ActiveApp, createActiveApp } from './machine/active-app.ts'
import { createIdleness, type Idleness } from './machine/idleness.ts'
import { watchLocation } from './machine/location-watch.ts'
import { type AwayTelling, createAwayTelling } from './machine/machine-away.ts'
import { createWifi, type Wifi } from './machine/wifi.ts'
import { type Alerts, createAlerts } from './notices/alerts.ts'
import { type Announcements, createAnnouncements } from './notices/announcements.ts'
import { type Banners, createBanners } from './notices/banners.ts'
import { createFlags, type Flags } from './notices/flags.ts'
import { createQuestMessages, type QuestMessages } from './notices/quest-messages.ts'
import { SILENT, type SoundPlayer } from './notices/sounds.ts'
import { type Activity, createActivity } from './person/activity.ts'
import { createActivityActions, NO_ACTIONS, type PageActions } from './person/activity-actions.ts'
import { createLateSwitches, type LateSwitches } from './person/late-switches.ts'
import type { Services } from './services.ts'
import { createEventNotes, type NoteEvent } from './session/event-notes.ts'

/** What goes through the shell's hub while somebody is signed in, for features to use. */
export interface LiveServices {
  readonly hub: HubClient<typeof mainHub>
  readonly calls: Calls
  readonly meetings: Meetings
  readonly activity: Activity
  readonly activeApp: ActiveApp
  readonly idleness: Idleness
  /** Switches of the activity, which wait for a connection where there is none. */
  readonly lateSwitches: LateSwitches
  /** Tells of the machine what may be recorded: on shift alone. */
  readonly noteMachine: NoteEvent
  readonly announcements: Announcements
  readonly flags: Flags
  readonly alerts: Alerts
  readonly banners: Banners
  readonly quests: QuestMessages
  /** Changes of the tasks that the person may see. */
  readonly taskNews: NewsFeed<TaskNews>
  /** Something in the person's calendar, or among the requests that they see, is otherwise. */
  readonly calendarNews: NewsFeed<'CHANGED'>
  /** Vaults of the person's in which something, or who reads them, is otherwise. */
  readonly vaultNews: NewsFeed<VaultNews>
  /** Background services that began, ended, were paused or go on, by key. */
  readonly jobNews: NewsFeed<string>
  /** That another version of the user agreement was published. */
  readonly agreementNews: NewsFeed<'CHANGED'>
  /** Settings of the installation that were saved, by key. */
  readonly settingNews: NewsFeed<readonly string[]>
  /** That what is experimental is for others now. */
  readonly experimentalNews: NewsFeed<'CHANGED'>
  /** That system flags were raised, changed or cleared. */
  readonly flagNews: NewsFeed<'CHANGED'>
  /** That the error log has something new. */
  readonly errorNews: NewsFeed<'CHANGED'>
  /** People whose record, status, lock or sign-ins changed, by id. */
  readonly personNews: NewsFeed<number>
  /** What of the working day is otherwise now. */
  readonly workingDayNews: NewsFeed<WorkingDayChange>
  /** Says nothing in windows that another one opened. */
  readonly sounds: SoundPlayer
  /** Takes a count that the hub told. */
  readonly setCount: (name: CounterName, count: number) => void
  readonly wifi: Wifi
  readonly machineAway: AwayTelling
  /**
   * Follows what the person's activity wants to know of their machine: whether they are there, in which
   * program, and where. Until the returned function is called.
   */
  watchMachine(): () => void
  /** Whether the person is called, calls or is in a meeting. */
  isInCall(): boolean
  /** Forgets what was the last person's. */
  reset(): void
}

/** What the page and others lend to it. */
export interface LiveParts {
  readonly focus: () => void
  readonly openWindow: (path: string, name: string, features: string) => { readonly closed: boolean } | null
  readonly screen: () => { readonly width: number; readonly height: number }
  /** The browser's own; absent where it has none. */
  readonly geolocation?: Pick<Geolocation, 'getCurrentPosition'> | undefined
  /** Another window opened this one: sounds and the actions of activities are that one's. */
  readonly isPopOut: boolean
  readonly setCount: (name: CounterName, count: number) => void
  /** What a device must meet; the defaults where it is absent. */
  readonly deviceSettings?: () => DeviceSettings
  /** Silent where they are absent. */
  readonly sounds?: SoundPlayer
  /** In the place of what a page can do by itself, as in the desktop client. */
  readonly activityActions?: PageActions
}

/** What a page can lend. */
export function livePage(
  page: Window,
): Pick<LiveParts, 'focus' | 'openWindow' | 'screen' | 'isPopOut' | 'geolocation'> {
  return {
    isPopOut: page.opener !== null,
    geolocation: page.navigator.geolocation,
    focus: () => page.focus(),
    openWindow: (path, name, features) => page.open(path, name, features),
    screen: () => ({ width: page.screen.availWidth, height: page.screen.availHeight }),
  }
}

export function createLive(services: Services, parts: LiveParts): LiveServices {
  const { api, session, notices, timers, now, desktop } = services
  const { focus, openWindow, screen, isPopOut, setCount } = parts
  const sounds = (isPopOut ? null : parts.sounds) ?? SILENT
  const hub = services.hub(mainHub)
  const banners = createBanners()
  const alerts = createAlerts(sounds)
  const meetings = createMeetings({
    permissions: () => session.store.getState().permissions,
    openWindow,
    screen,
    storage: services.storage,
    onBlocked: (text) => notices.show('warning', text),
  })
  // One window tells the event log: that which the others were opened from.
  const noteAlways = isPopOut ? () => {} : createEventNotes(api)
  // Nothing of the machine is recorded off shift (spec 4 §4.2.1).
  const note: NoteEvent = (name, text) => {
    if (activity.store.getState().master?.startedShift) noteAlways(name, text)
  }
  const activeApp = createActiveApp({ desktop, note, now })
  const own = parts.activityActions ?? createActivityActions({ notices, focus })
  const actions = isPopOut ? NO_ACTIONS : { ...own, watchActiveApp: activeApp.watch }
  const calls = createCalls({ api, hub, meetings, notices, prompts: services.prompts, banners, sounds, now })
  const activity = createActivity({
    ...{ api, actions, banners, timers },
    // What is done because of an activity is the work of the window that this one was opened from.
    take: isPopOut ? null : (takenBy, wanted) => hub.invoke('takeActivityActions', takenBy, [...wanted]),
    newID: services.newID,
  })
  const lateSwitches = createLateSwitches({ ...services, activity })
  const machineAway = createAwayTelling({ desktop, hub })
  const idleness = createIdleness({ desktop, timers, note })
  const announcements = createAnnouncements({ api, banners, sounds, timers, now })
  const quests = createQuestMessages(sounds)
  return {
    hub,
    calls,
    meetings,
    activity,
    activeApp,
    idleness,
    lateSwitches,
    noteMachine: note,
    announcements,
    flags: createFlags({ banners, timers }),
    alerts,
    banners,
    quests,
    taskNews: createNewsFeed(),
    calendarNews: createNewsFeed(),
    vaultNews: createNewsFeed(),
    jobNews: createNewsFeed(),
    settingNews: createNewsFeed(),
    agreementNews: createNewsFeed(),
    experimentalNews: createNewsFeed(),
    flagNews: createNewsFeed(),
    errorNews: createNewsFeed(),
    personNews: createNewsFeed(),
    sounds,
    workingDayNews: createNewsFeed(),
    setCount,
    machineAway,
    wifi: createWifi({
      desktop,
      timers,
      hub,
      deviceSettings: parts.deviceSettings ?? (() => DEFAULT_DEVICE_SETTINGS),
    }),
    watchMachine() {
      const follow = ({ master }: ReturnType<typeof activity.store.getState>) =>
        master && idleness.setThreshold(master.idleFlagSeconds)
      const ends = [
        idleness.watch(),
        activeApp.follow(),
        // One window tells it: that which the others were opened from.
        isPopOut ? () => {} : machineAway.watch(),
        activity.store.subscribe(follow),
        isPopOut
          ? () => {}
          : watchLocation({
              desktop,
              browser: parts.geolocation,
              activity: activity.store,
              banners,
              timers,
              note,
            }),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    isInCall() {
      const { incoming, ringing } = calls.store.getState()
      return incoming !== null || ringing.length > 0 || meetings.isInMeeting()
    },
    reset() {
      for (const part of [calls, activity, lateSwitches, activeApp, announcements, alerts, banners, quests])
        part.reset()
      meetings.leave()
    },
  }
}

const LiveContext = createContext<LiveServices | null>(null)
export const LiveProvider = LiveContext.Provider

/** What goes through the shell's hub. @throws outside a LiveProvider, as where nobody is signed in */
export function useLive(): LiveServices {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive needs a LiveProvider above it')
  return live
}

/** The same, or null where nobody is signed in: for pieces that show with and without. */
export function useLiveIfAny(): LiveServices | null {
  return useContext(LiveContext)
}
