export { PeopleTab } from './PeopleTab.tsx'
