#ifndef AGATE_INSPECTOR_PAGE_H
#define AGATE_INSPECTOR_PAGE_H

/// A text that is part of the program, in UTF-8. It does not end with a zero.
typedef struct {
    const char *bytes;
    long size;
} agate_page_text;

/// The page, with the places of the style, the script and the data.
agate_page_text agate_page_html(void);
agate_page_text agate_page_style(void);
/// The modules in the order of their dependencies, each with its imports and exports.
agate_page_text agate_page_scripts(void);

#endif
