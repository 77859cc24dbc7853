export function withCommonJs(text: string): string;
