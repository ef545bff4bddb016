export { Checklist } from './Checklist.tsx'
