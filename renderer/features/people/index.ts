import { lazyCode } from '../../ui/fetch-code.ts'

export { AskDialog } from './AskDialog.tsx'
export { Facts } from './Facts.tsx'
export { Overview } from './Overview.tsx'
export { PeopleTab, PersonActions, PersonPicture } from './PeopleTab.tsx'
export { PERSON_TABS, type PersonAction } from './panel-parts.ts'
export { ReinstateScreen } from './reinstate/ReinstateScreen.tsx'
export { SurveyToolDetails } from './SurveyToolDetails.tsx'
/** Fetched by itself: few people ever import. */
export const loadImportsTab = async () => (await import('./imports/ImportsTab.tsx')).ImportsTab
/** Fetched by itself: pages of people ask for it at a person's row alone. */
export const loadResetPassword = async () => (await import('./access/ResetPassword.tsx')).ResetPasswordDialog
/** A button with its dialog, fetched by itself: few people add interviewers and nobody else. */
export const NewInterviewer = lazyCode(async () => (await import('./NewInterviewer.tsx')).NewInterviewer)
export { dayWords, momentWords } from './words.ts'
