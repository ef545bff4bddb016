import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { type ComponentProps, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { getPlannedPerson, listPlannedPeople } from '#shared/contract/planned-users.ts'
import { getTeamPerson, listTeamPeople } from '#shared/contract/team-users.ts'
import { plannedPersonRecord } from '#shared/records/resource/planned-person.ts'
import { teamPersonRecord } from '#shared/records/supervisor/team-person.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PERSON_TABS, type PersonAction, PersonActions, PersonPicture } from '../people/index.ts'
import { addressWith, type PanelTab, type RecordsKind, RecordsPage } from '../records/index.ts'
import { TEXT } from './text.ts'

type ActionsProps = ComponentProps<NonNullable<RecordsKind['Actions']>>
const dialogs = () => import('./dialogs.tsx')
const work = () => import('./Work.tsx')
const about = () => import('./About.tsx')
const TeamAbout = lazyCode(async () => (await about()).TeamAbout)
const PlannedAbout = lazyCode(async () => (await about()).PlannedAbout)
const always = () => true
const { actions, parts } = TEXT

const PROPOSE: PersonAction = {
  key: 'propose-skill',
  label: actions.propose,
  permission: { anyOf: ['ISUPERVISOR_CAN_SEE_INTERVIEWERS', 'IRESOURCE_CAN_ASSIGN'] },
  isFor: ({ status }) => status !== 'LEAVER',
  Dialog: lazyCode(async () => (await dialogs()).ProposeSkill),
}

const TEAM_ACTIONS: readonly PersonAction[] = [
  PROPOSE,
  {
    key: 'area',
    label: actions.area,
    permission: 'CAN_CHANGE_USER_AREA',
    isFor: ({ status }) => status !== 'LEAVER',
    Dialog: lazyCode(async () => (await dialogs()).ChangeArea),
  },
  {
    key: 'target',
    label: actions.target,
    permission: 'ISUPERVISOR_CAN_SEE_PERFORMANCE',
    isFor: ({ status }) => status === 'ACTIVE',
    Dialog: lazyCode(async () => (await dialogs()).SetTarget),
  },
  {
    key: 'coaching',
    label: actions.coaching,
    permission: 'QC_CAN_ADD',
    isFor: ({ status }) => status === 'ACTIVE',
    Dialog: lazyCode(async () => (await dialogs()).PlanCoaching),
  },
  {
    key: 'file-note',
    label: actions.fileNote,
    permission: { anyOf: ['ISUPERVISOR_CAN_SEE_HR', 'ISUPERVISOR_CAN_SEE_PERFORMANCE'] },
    isFor: ({ status }) => status !== 'LEAVER',
    Dialog: lazyCode(async () => (await dialogs()).FileNote),
  },
]

const PLAN_ACTIONS: readonly PersonAction[] = [
  {
    key: 'core-hours',
    label: actions.coreHours,
    permission: 'IRESOURCE_CAN_EDIT_CORE_HOURS',
    isFor: always,
    Dialog: lazyCode(async () => (await dialogs()).CoreHours),
  },
  {
    key: 'pattern',
    label: actions.pattern,
    permission: { allOf: ['IRESOURCE_CAN_SEE_SCHEDULE', 'IRESOURCE_CAN_ASSIGN'] },
    isFor: always,
    Dialog: lazyCode(async () => (await dialogs()).GivePattern),
  },
  { ...PROPOSE, permission: 'IRESOURCE_CAN_ASSIGN' },
  {
    key: 'lock-shift',
    label: actions.lock,
    permission: 'CAN_FORCE_MASTER_ACTIVITY',
    isFor: always,
    Dialog: lazyCode(async () => (await dialogs()).LockShift),
  },
  {
    key: 'unlock-shift',
    label: actions.unlock,
    permission: 'CAN_FORCE_MASTER_ACTIVITY',
    isFor: always,
    Dialog: lazyCode(async () => (await dialogs()).UnlockShift),
  },
]

const readTeam: RecordsKind['read'] = (api, id) => api.call(getTeamPerson, { id }, { quiet: true })
const readPlanned: RecordsKind['read'] = (api, id) => api.call(getPlannedPerson, { id }, { quiet: true })

/** The core's parts, for who holds what they are read by. */
const CORE_TABS: readonly PanelTab[] = PERSON_TABS.map((tab) => ({
  permission: 'ADMIN_CAN_SEE_USERS',
  ...tab,
}))

function Actions({
  more,
  read,
  ...props
}: ActionsProps & { more: readonly PersonAction[]; read: RecordsKind['read'] }) {
  const { api } = useServices()
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const mayWrite = useSession(({ permissions }) => permissions.can('CAN_SEND_MESSAGE'))
  const own = useSession(({ user }) => user?.id)
  const { id, status } = props.record
  return (
    <>
      {mayWrite && id !== own && status !== 'LEAVER' ? (
        <Button size="xs" variant="default" onClick={() => void conversations.open(id, pathname)}>
          {TEXT.message}
        </Button>
      ) : null}
      <PersonActions
        {...props}
        more={more}
        readPerson={read}
        onDone={(_person, isTold) =>
          void read(api, id).then((person) => props.onDone(person, isTold), props.onGone)
        }
      />
    </>
  )
}

/** Leavers beside who works here, for who may see them. */
function LeaversFilter({ filters }: ComponentProps<NonNullable<RecordsKind['Tools']>>) {
  const { pathname } = useLocation()
  const maySee = useSession(({ permissions }) => permissions.can('ISUPERVISOR_CAN_SEE_LEAVERS'))
  if (!maySee) return null
  const isOn = (filters ?? []).some(({ field, values }) => field === 'status' && values.includes('LEAVER'))
  const only = { field: 'status', operator: 'ANY_OF' as const, values: ['LEAVER'] }
  return (
    <Button component={Link} to={isOn ? pathname : addressWith(pathname, [only])} size="xs" variant="default">
      {isOn ? TEXT.present : TEXT.leavers}
    </Button>
  )
}

const TEAM: RecordsKind = {
  record: teamPersonRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listTeamPeople, request, { quiet: true }),
  read: readTeam,
  bulk: [],
  Lead: PersonPicture,
  Tools: LeaversFilter,
  Actions: (props) => <Actions {...props} more={TEAM_ACTIONS} read={readTeam} />,
  About: (props) => (
    <Suspense>
      <TeamAbout {...props} />
    </Suspense>
  ),
  tabs: [
    { key: 'day', label: parts.day, Body: lazyCode(async () => (await work()).Day) },
    { key: 'shifts', label: parts.shifts, Body: lazyCode(async () => (await work()).Shifts) },
    { key: 'quality', label: parts.quality, Body: lazyCode(async () => (await work()).Quality) },
    { key: 'development', label: parts.development, Body: lazyCode(async () => (await work()).Development) },
    { key: 'tickets', label: parts.tickets, Body: lazyCode(async () => (await work()).Tickets) },
    ...CORE_TABS,
  ],
}

/** Supervisor › Users (spec 4 §4.4.7). */
export function TeamUsersScreen() {
  const { personNews } = useLive()
  return <RecordsPage kind={TEAM} news={personNews} />
}

const PLANNED: RecordsKind = {
  record: plannedPersonRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listPlannedPeople, request, { quiet: true }),
  read: readPlanned,
  bulk: [],
  Lead: PersonPicture,
  Actions: (props) => <Actions {...props} more={PLAN_ACTIONS} read={readPlanned} />,
  About: (props) => (
    <Suspense>
      <PlannedAbout {...props} />
    </Suspense>
  ),
  tabs: [
    {
      key: 'projects',
      label: parts.projects,
      Body: lazyCode(async () => (await import('./Projects.tsx')).Projects),
    },
    ...CORE_TABS,
  ],
}

/** Resource › Users (spec 4 §4.5.18). */
export function PlannedUsersScreen() {
  const { personNews } = useLive()
  return <RecordsPage kind={PLANNED} news={personNews} />
}
