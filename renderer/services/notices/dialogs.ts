import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ChatAddress } from '#shared/contract/chat-address.ts'
import type { IdleAnswer } from '#shared/domain/idle.ts'
import type { ModuleGroup } from '#shared/domain/module-groups.ts'
import type { NavigationDialog } from '#shared/domain/navigation.ts'
import type { ProfileTab } from '#shared/domain/profile.ts'
import type { SETTINGS_TABS } from '#shared/domain/settings.ts'
import type { TicketType } from '#shared/domain/ticket-guide.ts'
import type { TourStep } from '#shared/domain/tours.ts'
import type { WaitingAge } from '#shared/domain/waiting-age.ts'

/** Every dialog that opens from the shell (spec 1 §2.8), with what it is told when it opens. */
export interface DialogParams extends Record<Exclude<NavigationDialog, 'pending-requests'>, undefined> {
  /** Requests that wait; those of one age, where that is named. */
  'pending-requests': { readonly age: WaitingAge } | undefined
  /** 'Update my picture'. */
  picture: undefined
  'two-factor': undefined
  /** 'Hardware testing' (spec 1 §2.7). */
  hardware: undefined
  'remote-desktops': undefined
  /** 'Active App' (spec 1 §2.7). */
  'active-app': undefined
  /** Dialler, survey tool and the like. */
  tools: undefined
  /** Goes to anything by a few letters. */
  switcher: undefined
  /** The sheet of keyboard shortcuts. */
  hotkeys: undefined
  'session-info': undefined
  notes: undefined
  'scratch-pad': undefined
  documents: undefined
  /** 'My secure vault' (spec 3 §2); at the vault of a project or a task where one is given, with its name. */
  vault: { readonly source: 'PROJECT' | 'TASK'; readonly sourceID: number; readonly name: string } | undefined
  mood: undefined
  /** The well-being check, which comes by itself (spec 3 §2); it ends after so many seconds, 0 for never. */
  'well-being': { readonly isRequired: boolean; readonly timeoutSeconds: number }
  /** 'Are you still working?' since the last touch, which comes by itself (spec 4 §4.2.1); `answer` gives why it couldn't be told. */
  'idle-question': {
    readonly since: number
    readonly isFlagged: boolean
    readonly answer: (answer: IdleAnswer) => Promise<string | null>
  }
  /** 'My Profile & Communication' at one of its tabs, else at the notifications (spec 3 §2). */
  profile: { readonly tab: ProfileTab } | undefined
  /** The summary of the day; with `showExit` it leads to the logout (spec 3 §2). */
  'session-summary': { readonly showExit: boolean }
  /** Says plainly that this installation has nothing behind a menu entry of that name. */
  unavailable: { readonly name: string }
  /** The locked-module notice. */
  locked: { readonly name: string; readonly group: ModuleGroup }
  /** Somebody's picture, large. */
  'user-avatar': { readonly userID: number; readonly name: string }
  /**
   * A help ticket; `queue` are the tickets of the list that it was opened from, for what comes next.
   * Without one 'My support tickets', in the same place.
   */
  tickets: { readonly ticketID: number; readonly queue?: readonly number[] } | undefined
  /** The person's tasks: one that something leads to, or a view of them; what was looked at last without either. */
  tasks: { readonly taskID: number } | { readonly tab: 'day' | 'week' } | undefined
  /** 'Add task'; as a part of another one where that is named. */
  'add-task': { readonly parent: { readonly id: number; readonly name: string } } | undefined
  /** The list of what the person was told. */
  notifications: undefined
  /** One of them, whole. */
  notification: { readonly id: number }
  /** Mentions of the person and reactions to their messages (spec 2 §2). */
  'recent-activities': undefined
  /** A guided tour; never without a stop. */
  /** With the tour's id, the person's end of it is noted. */
  tour: { readonly steps: readonly TourStep[]; readonly tourID?: number }
  /** What is known of somebody. */
  'user-profile': { readonly userID: number; readonly name: string }
  /** The connect/chat panel. */
  connect: undefined
  'phone-call': undefined
  /** A project, job order, task or claim with its room, which names it. */
  'chat-record': ChatAddress
  /** What it is about may be known already. */
  'raise-ticket': { readonly type: TicketType } | undefined
  'incident-form': undefined
  /** The profile with the wider list of tabs (spec 1 §3), at one of them, else at the notifications. */
  settings: { readonly tab: (typeof SETTINGS_TABS)[number] } | undefined
  /** With the picture, where one was pasted. */
  'paste-image': { readonly file: File } | undefined
  /** The questions that are answered for the person, one of them open where it is named. */
  faq: { readonly id: number } | undefined
  /** The day of somebody whom the live panel shows; without one, one's own. */
  'activity-planner': { readonly userID: number; readonly name: string } | undefined
  /** Dialogs whose content no document describes. */
  coaching: undefined
  quests: undefined
  'send-message': undefined
  'job-order': undefined
  project: undefined
  polls: undefined
  'qc-logs': undefined
}

export type DialogName = keyof DialogParams

/** One dialog that was opened; it stays listed, closed, so that it can fade and keep what was typed. */
export interface DialogState<N extends DialogName = DialogName> {
  readonly name: N
  readonly params: DialogParams[N]
  readonly opened: boolean
}

/** Opens the shell's dialogs from anywhere. Their code is fetched when they are first wanted. */
export interface Dialogs {
  /** In the order in which they were opened last. */
  readonly store: StoreApi<readonly DialogState[]>
  /** Opens a dialog; one that is open already gets the new params. */
  open<N extends DialogName>(
    name: N,
    ...params: undefined extends DialogParams[N] ? [params?: DialogParams[N]] : [params: DialogParams[N]]
  ): void
  close(name: DialogName): void
  /** Forgets all of them, open or not: the next person starts with none. */
  reset(): void
}

export function createDialogs(): Dialogs {
  const store = createStore<readonly DialogState[]>(() => [])
  const replace = (name: DialogName, next: DialogState) => {
    const all = store.getState()
    const known = all.find((dialog) => dialog.name === name)
    const stays = known && (known.opened || !next.opened)
    const others = all.filter((dialog) => dialog.name !== name)
    store.setState(stays ? all.map((one) => (one === known ? next : one)) : [...others, next], true)
  }
  return {
    store,
    open: (name, ...[params]) =>
      replace(name, { name, params: params as DialogParams[typeof name], opened: true }),
    close(name) {
      const dialog = store.getState().find((candidate) => candidate.name === name)
      if (dialog?.opened) replace(name, { ...dialog, opened: false })
    },
    reset: () => store.setState([], true),
  }
}
