export { type Recipient, Recipients } from './Recipients.tsx'
