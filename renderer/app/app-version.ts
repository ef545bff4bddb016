import { version } from '../../package.json'

/** Version of this build of the renderer. */
export const APP_VERSION: string = version
