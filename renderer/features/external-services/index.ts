export { ExternalServices } from './ExternalServices.tsx'
