export { ResetPasswordDialog } from './access/ResetPassword.tsx'
export { Overview } from './Overview.tsx'
export { PeopleTab, PersonActions, PersonPicture } from './PeopleTab.tsx'
export { PERSON_TABS } from './panel-parts.ts'
export { ReinstateScreen } from './reinstate/ReinstateScreen.tsx'
/** Fetched by itself: few people ever import. */
export const loadImportsTab = async () => (await import('./imports/ImportsTab.tsx')).ImportsTab
