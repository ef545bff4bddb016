export { ModuleDialog } from './ModuleDialog.tsx'
export { ModulePage } from './ModulePage.tsx'
export {
  DocumentsPlaceholder,
  ExternalDocumentPlaceholder,
  MeetingScreen,
  MyCalendarScreen,
  MyExperienceScreen,
  ScratchPadPlaceholder,
  TaskOAuthScreen,
} from './shell-pages.tsx'
