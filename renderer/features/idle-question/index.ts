export const loadIdleWatch = async () => (await import('./idle-watch.ts')).watchIdle
export const loadIdleDialog = async () => (await import('./IdleDialog.tsx')).IdleDialog
