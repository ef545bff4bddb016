import { type ComponentType, lazy } from 'react'
import { ChatScreen } from '../features/chat/index.ts'
import { loadSupportHome } from '../features/hardware/index.ts'
import { loadMeetingScreen } from '../features/meetings/index.ts'

const modulePage = () => import('../features/module-page/index.ts')
const ModulePage = lazy(async () => ({ default: (await modulePage()).ModulePage }))

const tickets = () => import('../features/tickets/index.ts')

/** The pages of the menu that have a screen, by id. The others say that they have none. */
const SCREENS: Readonly<Record<string, ComponentType>> = {
  'support.help-center': lazy(async () => ({ default: (await tickets()).HelpCenterScreen })),
  'agency.support-tickets': lazy(async () => ({ default: (await tickets()).AgencyTicketsScreen })),
  'connect.chat': ChatScreen,
  'support.home': lazy(async () => ({ default: await loadSupportHome() })),
}

/** The screen of a page of the menu. */
export function PageScreen({ pageID }: { pageID: string }) {
  const Screen = SCREENS[pageID]
  return Screen ? <Screen /> : <ModulePage pageID={pageID} />
}

export const DashboardScreen = lazy(async () => ({
  default: (await import('../features/dashboard/index.ts')).DashboardScreen,
}))
export const MyCalendarScreen = lazy(async () => ({ default: (await modulePage()).MyCalendarScreen }))
export const MyExperienceScreen = lazy(async () => ({ default: (await modulePage()).MyExperienceScreen }))
export const TaskOAuthScreen = lazy(async () => ({ default: (await modulePage()).TaskOAuthScreen }))
export const MeetingScreen = lazy(async () => ({
  default: await loadMeetingScreen(),
}))

const documents = () => import('../features/documents/index.ts')
export const DocumentsScreen = lazy(async () => ({ default: (await documents()).DocumentsScreen }))
export const ExternalDocumentScreen = lazy(async () => ({
  default: (await documents()).ExternalDocumentScreen,
}))
export const ScratchPadScreen = lazy(async () => ({
  default: (await import('../features/scratch-pad/index.ts')).ScratchPadScreen,
}))
