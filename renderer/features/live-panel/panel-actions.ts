import { useLocation, useNavigate } from 'react-router-dom'
import { lockShift } from '#shared/contract/help.ts'
import { releaseActivity } from '#shared/contract/my-day.ts'
import { startReview } from '#shared/contract/qc.ts'
import type { LivePerson } from '#shared/domain/live-panel.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { usePagePath } from '../../services/page/ui-labels-context.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { PANEL_TEXT as TEXT } from './text.ts'

/** What is filled in beside the rows. */
export type PanelFormName =
  | 'activity'
  | 'broadcast'
  | 'command'
  | 'correct'
  | 'excuse'
  | 'feedback'
  | 'lock'
  | 'note'
  | 'popup'
  | 'ticket'
  | 'tickets'

/** Something that can be done about somebody: a form, or at once. */
export interface PanelAction {
  readonly key: string
  readonly label: string
  readonly run: () => void
  readonly isMain?: boolean
}

/** Message, call, screenshare and profile, each for who may, as on the hover card (spec 4 §4.4.1). */
export function useContactActions(id: number, name: string): readonly PanelAction[] {
  const { dialogs } = useServices()
  const { calls } = useLive()
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const permissions = useSession((session) => session.permissions)
  const mayCall = permissions.canAny(['CAN_MAKE_CALL', 'CAN_CREATE_ONE_TO_ONE_MEETINGS'])
  const call = (screenShare: boolean) => () => void calls.start([{ id, name }], { screenShare })
  const actions: readonly (PanelAction | false)[] = [
    permissions.can('CAN_SEND_MESSAGE') && {
      ...{ key: 'message', label: TEXT.message, run: () => void conversations.open(id, pathname) },
    },
    mayCall && { key: 'call', label: TEXT.call, run: call(false) },
    mayCall && { key: 'screenshare', label: TEXT.screenshare, run: call(true) },
    permissions.can('CAN_VIEW_USER_PROFILE') && {
      ...{ key: 'profile', label: TEXT.profile },
      run: () => dialogs.open('user-profile', { userID: id, name }),
    },
  ]
  return actions.filter((one) => one !== false)
}

/** All that the viewer may do about somebody of the panel, in its order (spec 4 §4.4.1). */
export function usePanelActions(
  {
    id,
    name,
    person,
  }: { readonly id: number; readonly name: string; readonly person: LivePerson | undefined },
  open: (form: PanelFormName) => void,
): readonly PanelAction[] {
  const { api, dialogs, notices } = useServices()
  const permissions = useSession((session) => session.permissions)
  const isSelf = useSession((session) => session.user?.id) === id
  const contact = useContactActions(id, name)
  const navigate = useNavigate()
  const quality = usePagePath('supervisor.quality')
  const tickets = person?.stats.openTickets ?? 0
  const mayAttend = permissions.can('ISUPERVISOR_CAN_SEE_RESOURCE') && !isSelf
  const mayForce = permissions.can('CAN_FORCE_MASTER_ACTIVITY') && !isSelf
  const isLocked = (person?.live.lockedBy ?? null) !== null
  const form = (key: PanelFormName, label: string, isMain = false) => ({
    ...{ key, label, isMain, run: () => open(key) },
  })
  /** What needs no words is done at once; a refusal is told by itself. */
  const atOnce = (key: string, label: string, said: string, call: () => Promise<unknown>) => ({
    ...{ key, label },
    run: () =>
      void call().then(
        () => notices.show('success', said),
        () => {},
      ),
  })
  const actions: readonly (PanelAction | false)[] = [
    ...(isSelf ? [] : contact),
    permissions.can('CAN_SEND_POPUP') && !isSelf && form('popup', TEXT.popup),
    mayForce && form('activity', TEXT.setActivity, true),
    mayForce &&
      (person?.live.override ?? null) !== null &&
      atOnce('release', TEXT.release, TEXT.released(name), () => api.call(releaseActivity, { userID: id })),
    mayForce && !isLocked && form('lock', TEXT.lock),
    mayForce &&
      isLocked &&
      atOnce('unlock', TEXT.unlock, TEXT.unlocked(name), () =>
        api.call(lockShift, { userID: id, locked: false }),
      ),
    mayAttend && form('excuse', TEXT.excuse),
    mayAttend && form('correct', TEXT.correct),
    permissions.canAll(['ISUPERVISOR_CAN_ACTION_LIVE_QC', 'ISUPERVISOR_CAN_SEE_QUALITY']) &&
      !isSelf &&
      person?.live.currentActivity === 'AVAILABLE' && {
        ...{ key: 'listen', label: TEXT.listen },
        // The review opens where it is filled in; why nobody is heard is told by itself.
        run: () =>
          void api.call(startReview, { userID: id }).then(
            (review) => void navigate(`${quality}?review=${review.id}`),
            () => {},
          ),
      },
    permissions.can('QC_CAN_ADD') &&
      permissions.can('CAN_MAKE_CALL') &&
      !isSelf &&
      form('feedback', TEXT.feedback),
    {
      ...{ key: 'day', label: TEXT.day },
      run: () => dialogs.open('activity-planner', { userID: id, name }),
    },
    (person?.live.areaID ?? null) !== null &&
      permissions.can('CAN_BROADCAST_MESSAGE') &&
      form('broadcast', TEXT.broadcast),
    permissions.can('SUPPORT_HELP_CENTER') && !isSelf && form('ticket', TEXT.newTicketFor(name)),
    permissions.can('SUPPORT_HELP_CENTER') && tickets > 0 && form('tickets', TEXT.openTickets(tickets)),
    !isSelf && form('command', TEXT.command),
  ]
  return actions.filter((one) => one !== false)
}
