export { BackgroundServicesScreen } from './BackgroundServicesScreen.tsx'
