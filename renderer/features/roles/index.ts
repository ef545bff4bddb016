export { AccessScreen } from './AccessScreen.tsx'
