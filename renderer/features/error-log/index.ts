export { ErrorLogScreen } from './ErrorLogScreen.tsx'
