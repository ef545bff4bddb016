export { OnboardingTasksDialog } from './OnboardingTasksDialog.tsx'
