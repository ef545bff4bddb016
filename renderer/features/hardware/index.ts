// Each is fetched when it is first shown: the badge stands on everybody's dashboard, the screens are for few.
export const loadBadgeTest = async () => (await import('./badge-test.ts')).runBadgeTest
/** Devices as the hardware test tries them. */
export const loadMediaLab = async () => (await import('./media/media-lab.ts')).createMediaLab
export const loadHardwareBadge = async () => (await import('./HardwareBadge.tsx')).HardwareBadge
export const loadHardwareDialog = async () => (await import('./HardwareDialog.tsx')).HardwareDialog
export const loadHardwareScreen = async () => (await import('./HardwareScreen.tsx')).HardwareScreen
export const loadHardwareReports = async () => (await import('./HardwareReports.tsx')).HardwareReports
