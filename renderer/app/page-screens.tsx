import type { ComponentType } from 'react'
import { ChatScreen } from '../features/chat/index.ts'
import { loadMeetingScreen } from '../features/meetings/index.ts'
import { lazyCode } from '../ui/fetch-code.ts'

const modulePage = () => import('../features/module-page/index.ts')
const ModulePage = lazyCode(async () => (await modulePage()).ModulePage)

const tickets = () => import('../features/tickets/index.ts')
const tasks = () => import('../features/tasks/index.ts')
const attendance = () => import('../features/attendance/index.ts')
const performance = () => import('../features/performance/index.ts')
const quality = () => import('../features/quality/index.ts')
const powerReport = () => import('../features/power-report/index.ts')

export const MyCalendarScreen = lazyCode(
  async () => (await import('../features/calendar/index.ts')).MyCalendarScreen,
)

export const MyExperienceScreen = lazyCode(
  async () => (await import('../features/my-experience/index.ts')).MyExperienceScreen,
)

/** The pages of the menu that have a screen, by id. The others say that they have none. */
const SCREENS: Readonly<Record<string, ComponentType>> = {
  'support.help-center': lazyCode(
    async () => (await import('../features/help-center/index.ts')).HelpCenterPage,
  ),
  'agency.support-tickets': lazyCode(async () => (await tickets()).AgencyTicketsScreen),
  'research.task-scheduler': lazyCode(async () => (await tasks()).TaskSchedulerScreen),
  'admin.configuration.connection-adaptors': lazyCode(
    async () => (await import('../features/adaptors/index.ts')).AdaptorsScreen,
  ),
  'resource.manage-areas': lazyCode(async () => (await import('../features/areas/index.ts')).AreasScreen),
  'connect.chat': ChatScreen,
  'connect.meeting': lazyCode(async () => (await import('../features/meeting-page/index.ts')).MeetingPage),
  'connect.call': lazyCode(async () => (await import('../features/calls/index.ts')).loadCallScreen()),
  'tracker.home': lazyCode(async () => (await import('../features/tracker-home/index.ts')).TrackerHomeScreen),
  'tracker.my-calendar': MyCalendarScreen,
  'supervisor.performance': lazyCode(async () => (await performance()).PerformanceScreen),
  'resource.performance.dashboard': lazyCode(async () => (await performance()).KpiDashboardScreen),
  'resource.performance.set-up-kpis': lazyCode(async () => (await performance()).KpisScreen),
  'supervisor.quality': lazyCode(async () => (await quality()).SupervisorQualityScreen),
  'tracker.my-quality': lazyCode(async () => (await quality()).MyQualityScreen),
  'supervisor.resource': lazyCode(async () => (await attendance()).SupervisorResourceScreen),
  'tracker.my-attendance': lazyCode(async () => (await attendance()).AttendanceScreen),
  'tracker.my-cati-report': lazyCode(
    async () => (await import('../features/cati-report/index.ts')).CatiReportScreen,
  ),
  'tracker.power-report': lazyCode(async () => (await powerReport()).TrackerPowerReport),
  'supervisor.reports': lazyCode(async () => (await powerReport()).SupervisorReportsScreen),
  'resource.power-report': lazyCode(async () => (await powerReport()).ResourcePowerReport),
  'tracker.my-earnings': lazyCode(async () => (await import('../features/earnings/index.ts')).EarningsScreen),
  'tracker.my-development': lazyCode(
    async () => (await import('../features/development/index.ts')).DevelopmentScreen,
  ),
  'supervisor.gamification-quests': lazyCode(
    async () => (await import('../features/quests/index.ts')).QuestsScreen,
  ),
  'supervisor.users': lazyCode(async () => (await import('../features/team-users/index.ts')).TeamUsersScreen),
  'resource.users': lazyCode(
    async () => (await import('../features/team-users/index.ts')).PlannedUsersScreen,
  ),
  'tracker.my-experience': MyExperienceScreen,
  'gamification.my-experience': MyExperienceScreen,
  'interviewer-manager.live-status': lazyCode(
    async () => (await import('../features/live-panel/index.ts')).LiveStatusScreen,
  ),
  'interviewer-manager.training': lazyCode(
    async () => (await import('../features/training/index.ts')).ManagerTrainingScreen,
  ),
  'interviewer-manager.interactions': lazyCode(
    async () => (await import('../features/interactions/index.ts')).InteractionsScreen,
  ),
  'supervisor.hr': lazyCode(
    async () => (await import('../features/supervisor-hr/index.ts')).SupervisorHrScreen,
  ),
  'supervisor.training': lazyCode(
    async () => (await import('../features/training/index.ts')).SupervisorTrainingScreen,
  ),
  'supervisor.live-panel': lazyCode(
    async () => (await import('../features/live-panel/index.ts')).LivePanelScreen,
  ),
  'resource.home': lazyCode(
    async () => (await import('../features/resource-home/index.ts')).ResourceHomeScreen,
  ),
  'resource.activity-report': lazyCode(
    async () => (await import('../features/activity-report/index.ts')).ActivityReportScreen,
  ),
  'resource.reports.project-advisory': lazyCode(
    async () => (await import('../features/project-advisory/index.ts')).ProjectAdvisoryScreen,
  ),
  'resource.power-resourcing.hypervisor': lazyCode(
    async () => (await import('../features/hypervisor/index.ts')).HypervisorScreen,
  ),
  'resource.power-resourcing.allocation': lazyCode(
    async () => (await import('../features/allocation/index.ts')).AllocationScreen,
  ),
  'resource.planner': lazyCode(async () => (await import('../features/planner/index.ts')).PlannerScreen),
  'resource.shifts.shift-patterns': lazyCode(
    async () => (await import('../features/shift-patterns/index.ts')).ShiftPatternsScreen,
  ),
  'support.home': lazyCode(async () => (await import('../features/support/index.ts')).SupportHomeScreen),
  'admin.active-users': lazyCode(async () => (await import('../features/roles/index.ts')).AccessScreen),
  'research.services.e-mail-verification': lazyCode(
    async () => (await import('../features/email-verification/index.ts')).EmailVerificationScreen,
  ),
  'research.services.address-lookup': lazyCode(
    async () => (await import('../features/address-lookup/index.ts')).AddressLookupScreen,
  ),
  'recruitment.users': lazyCode(
    async () => (await import('../features/applicants/index.ts')).RecruitmentUsersScreen,
  ),
  'admin.configuration.agencies': lazyCode(
    async () => (await import('../features/agencies/index.ts')).AgenciesScreen,
  ),
  'support.system-flags': lazyCode(
    async () => (await import('../features/system-flags/index.ts')).FlagsScreen,
  ),
  'admin.reinstate-users': lazyCode(
    async () => (await import('../features/people/index.ts')).ReinstateScreen,
  ),
  'admin.report-builder': lazyCode(
    async () => (await import('../features/report-builder/index.ts')).ReportsScreen,
  ),
  'admin.audit-logs': lazyCode(async () => (await import('../features/audit/index.ts')).AuditScreen),
  'admin.configuration.background-services': lazyCode(
    async () => (await import('../features/background-services/index.ts')).BackgroundServicesScreen,
  ),
  'admin.tenant': lazyCode(async () => (await import('../features/tenant/index.ts')).TenantScreen),
  'admin.experimentals': lazyCode(
    async () => (await import('../features/experimentals/index.ts')).ExperimentalsScreen,
  ),
  'admin.configuration.settings': lazyCode(
    async () => (await import('../features/installation-settings/index.ts')).SettingsScreen,
  ),
  'admin.logs.error-log': lazyCode(
    async () => (await import('../features/error-log/index.ts')).ErrorLogScreen,
  ),
  'admin.logs.email-log': lazyCode(
    async () => (await import('../features/email-log/index.ts')).EmailLogScreen,
  ),
  'admin.configuration.contract-types': lazyCode(
    async () => (await import('../features/contract-types/index.ts')).ContractTypesScreen,
  ),
  'admin.configuration.agency-rates': lazyCode(
    async () => (await import('../features/rates/index.ts')).AgencyRatesScreen,
  ),
  'admin.configuration.expenses-rates': lazyCode(
    async () => (await import('../features/rates/index.ts')).ExpenseRatesScreen,
  ),
  'resource.booking-windows': lazyCode(
    async () => (await import('../features/booking-windows/index.ts')).BookingWindowsScreen,
  ),
  'resource.marketplace-campaigns': lazyCode(
    async () => (await import('../features/booking-windows/index.ts')).CampaignsScreen,
  ),
  'resource.leavers': lazyCode(
    async () => (await import('../features/resource-leavers/index.ts')).ResourceLeaversScreen,
  ),
  'resource.shifts.shift-requests': lazyCode(
    async () => (await import('../features/shift-requests/index.ts')).ShiftRequestsScreen,
  ),
  'interviewer-manager.holiday-balance': lazyCode(
    async () => (await import('../features/holiday-balance/index.ts')).LineHolidayScreen,
  ),
  'hr.holiday-balance': lazyCode(
    async () => (await import('../features/holiday-balance/index.ts')).HolidayBalanceScreen,
  ),
  'admin.pending-recruitment': lazyCode(
    async () => (await import('../features/pending-recruitment/index.ts')).PendingScreen,
  ),
  'admin.configuration.skills': lazyCode(
    async () => (await import('../features/skills/index.ts')).SkillsScreen,
  ),
}

/** The screen of a page of the menu. */
export function PageScreen({ pageID }: { pageID: string }) {
  const Screen = SCREENS[pageID]
  return Screen ? <Screen /> : <ModulePage pageID={pageID} />
}

export const DashboardScreen = lazyCode(
  async () => (await import('../features/dashboard/index.ts')).DashboardScreen,
)
export const MyVaultScreen = lazyCode(async () => (await import('../features/vault/index.ts')).VaultScreen)
export const TaskOAuthScreen = lazyCode(async () => (await modulePage()).TaskOAuthScreen)
export const MeetingScreen = lazyCode(loadMeetingScreen)

const documents = () => import('../features/documents/index.ts')
export const DocumentsScreen = lazyCode(async () => (await documents()).DocumentsScreen)
export const ExternalDocumentScreen = lazyCode(async () => (await documents()).ExternalDocumentScreen)
export const ScratchPadScreen = lazyCode(
  async () => (await import('../features/scratch-pad/index.ts')).ScratchPadScreen,
)
