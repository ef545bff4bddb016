import { createRoot as create } from 'react-dom/client'

/**
 * React's own entry, apart from the application: it comes in a file that browsers keep over our
 * releases, and has run before the application's file does. It makes errors while it starts, for
 * each of which a browser that is looked into reads all that is being run once more.
 */
export const createRoot = create
