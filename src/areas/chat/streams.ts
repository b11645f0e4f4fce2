/** `message-{id}`: one message of a chat. */
export const messageStream = (messageId: number): string => `message-${messageId}`
