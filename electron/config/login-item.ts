/** The name under which Windows lists the client among what starts with it; the uninstaller removes it by that. */
export const LOGIN_ITEM = 'Fieldwork'
