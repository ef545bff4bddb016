import { createRoot as create } from 'react-dom/client'

/**
 * React's own entry, apart from the application: its file stays in the browser's cache over our releases, and
 * runs before the application's file. While it starts, React makes errors; a browser with its developer tools
 * open reads all running code again for each of them.
 */
export const createRoot = create
