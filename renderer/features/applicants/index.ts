export { RecruitmentUsersScreen } from './RecruitmentUsersScreen.tsx'
