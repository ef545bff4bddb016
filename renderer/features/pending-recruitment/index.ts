export { OnboardingTab, PendingScreen } from './PendingScreen.tsx'
