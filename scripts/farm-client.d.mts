export function schemaText(): Promise<string>;
