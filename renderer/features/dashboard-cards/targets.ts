import { useNavigate } from 'react-router-dom'
import { APPLICANT_STAGES, type ApplicantStage, isOver } from '#shared/domain/applicants.ts'
import type { FigureCard } from '#shared/domain/dashboard.ts'
import { TEAM_GROUPS, type TeamGroup, widestScope } from '#shared/domain/live-panel.ts'
import { mayVisit } from '#shared/domain/navigation.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import type { PowerPage } from '#shared/domain/power-report.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useUiLabelsState } from '../../services/page/ui-labels-context.tsx'

/** Where something leads: a page with its filter, or a dialog with the address of its list. */
export interface Target {
  readonly page?: string
  readonly dialog?: 'tickets' | 'tasks' | 'pending-requests'
  readonly search?: string
}

const filter = (field: string, operator: string, ...values: readonly string[]) =>
  ['f', [field, operator, ...values].map(encodeURIComponent).join('~')] as const
const searchOf = (...pairs: readonly (readonly [string, string])[]) =>
  `?${new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString()}`

const panel = (permissions: Permissions, ...more: readonly (readonly [string, string])[]): Target => ({
  page: 'supervisor.live-panel',
  search: searchOf(filter('scope', 'ANY_OF', widestScope(permissions)), ...more),
})

const OPEN_STAGES = (Object.keys(APPLICANT_STAGES) as ApplicantStage[]).filter(
  (stage) => !isOver(stage) && stage !== 'STARTED',
)
const applicants = (...stages: readonly string[]): Target => ({
  page: 'recruitment.users',
  search: searchOf(filter('stage', 'ANY_OF', ...stages)),
})

/** The page that lists sessions; managers have theirs. */
const trainingPage = ({ can }: Permissions): Target => ({
  page: can('ISUPERVISOR_CAN_SEE_TRAINING') ? 'supervisor.training' : 'interviewer-manager.training',
})

/** Where each card leads: to the page that lists what it counts (spec 4 §4.1). */
export function targetOf(card: FigureCard, permissions: Permissions): Target | null {
  switch (card) {
    case 'shift':
    case 'appointment':
      return { page: 'tracker.home' }
    case 'dayFigures':
      return { page: 'tracker.my-cati-report', search: '?time=TODAY' }
    case 'acknowledge':
      // Its figures lead to their pages.
      return null
    case 'requests':
    case 'meetings':
      return { page: 'tracker.my-calendar' }
    case 'tasks':
      return { dialog: 'tasks', search: '?task-tab=due' }
    case 'tickets':
    case 'ticketsToHandle':
      return { dialog: 'tickets' }
    case 'team':
      return panel(permissions)
    case 'out':
      return panel(permissions, filter('outFor', 'BETWEEN', '3', ''))
    case 'quality':
      return { page: 'supervisor.quality', search: '?tab=due' }
    case 'deciding':
      return { dialog: 'pending-requests' }
    case 'coverage':
    case 'atRisk':
      return { page: 'resource.power-resourcing.hypervisor' }
    case 'behind':
      return { page: 'resource.reports.project-advisory' }
    case 'opportunities':
      return { page: 'tracker.my-calendar', search: '?pick-up=' }
    case 'pins':
      // Each leads to its own report.
      return null
    case 'people':
      return { page: 'interviewer-manager.live-status' }
    case 'absence':
      return { page: 'supervisor.resource' }
    case 'pay':
      return { page: 'supervisor.resource', search: '?tab=days' }
    case 'training':
      return trainingPage(permissions)
    case 'agency':
      return { page: 'agency.support-tickets' }
    case 'hiring':
      return applicants(...OPEN_STAGES)
    case 'installation':
      return { page: 'admin.configuration.background-services' }
  }
}

const isGroup = (name: string): name is TeamGroup => name in TEAM_GROUPS

const PIN_PAGES: Readonly<Record<PowerPage, string>> = {
  TRACKER: 'tracker.power-report',
  SUPERVISOR: 'supervisor.reports',
  RESOURCE: 'resource.power-report',
}

/** The report that a pinned figure is of. @param kind of its row: its page and how it is written */
export const pinTarget = (kind: string, id: string): Target => ({
  page: PIN_PAGES[kind.split(':')[0] as PowerPage],
  search: `?pin=${id}`,
})

const FIGURE_TARGETS: Readonly<Record<string, Target>> = {
  reviews: { page: 'tracker.my-quality' },
  coaching: { page: 'tracker.my-development', search: '?tab=coaching' },
  training: { page: 'tracker.my-development', search: '?tab=training' },
  fileNotes: { page: 'tracker.my-development', search: '?tab=notes' },
  days: { page: 'tracker.my-attendance' },
  unassigned: { dialog: 'tickets', search: '?my-scope=UNASSIGNED' },
  late: { dialog: 'tickets', search: '?my-scope=ALL&my-late=true' },
  overdue: { dialog: 'tasks', search: '?task-tab=due' },
  due: { page: 'supervisor.quality', search: '?tab=due' },
  unapproved: { page: 'supervisor.resource', search: '?tab=days' },
  disputes: { page: 'supervisor.quality', search: '?tab=disputes' },
  isIn: { page: 'interviewer-manager.live-status' },
  tickets: { page: 'agency.support-tickets' },
  signedIn: { page: 'admin.active-users' },
  failedServices: { page: 'admin.configuration.background-services' },
  errors: { page: 'admin.logs.error-log' },
  mails: { page: 'admin.logs.email-log', search: searchOf(filter('state', 'ANY_OF', 'QUEUED', 'DEFERRED')) },
  licenceDays: { page: 'admin.configuration.settings', search: '?section=licence' },
}

/** Where a figure of a card leads; null where there is no list of it. */
export function figureTarget(card: FigureCard, name: string, permissions: Permissions): Target | null {
  if (card === 'team' && isGroup(name))
    return panel(permissions, filter('class', 'ANY_OF', ...TEAM_GROUPS[name]))
  if (card === 'hiring') return applicants(name)
  if (card === 'deciding') return { dialog: 'pending-requests' }
  if (card === 'agency' && name !== 'tickets') return null
  return FIGURE_TARGETS[name] ?? null
}

/** Opens targets; null for one that the person may not open. */
export function useTargets(): (target: Target | null) => (() => void) | null {
  const navigate = useNavigate()
  const { dialogs } = useServices()
  const permissions = useSession((session) => session.permissions)
  const routes = useUiLabelsState((state) => state.routes)
  return (target) => {
    if (target === null) return null
    const { page, dialog, search = '' } = target
    if (dialog)
      return () => {
        if (search !== '') void navigate({ search }, { replace: true })
        dialogs.open(dialog)
      }
    const route = routes.find(({ item }) => item.id === page)
    if (!route || !mayVisit(permissions, route)) return null
    return () => void navigate(route.path + search)
  }
}
