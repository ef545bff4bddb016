/** A refusal in words that no call has. */
export class AdminFault extends Error {}

/** A server has the data that the command needs for itself alone. */
export class HeldFault extends AdminFault {}
