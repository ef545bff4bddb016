export { Overview } from './Overview.tsx'
export { PeopleTab, PersonActions, PersonPicture } from './PeopleTab.tsx'
export { PERSON_TABS } from './panel-parts.ts'
