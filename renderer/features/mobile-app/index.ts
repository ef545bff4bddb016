export { MobileApp } from './MobileApp.tsx'
