/// The families that iOS and macOS ship, by their possible substitutes: the first installed families of a list are used. Substitutes with
/// the letter widths of the original are listed before the mark `|`, similar ones after it.
enum AppleFamilies {
    /// Names of families, and of the PostScript names that begin otherwise, with their common substitutes.
    static let groups: [(names: String, standIns: String)] = [
        // Sans serif
        (
            "Geneva, Microsoft Sans Serif, Lucida Grande, Tahoma, Verdana, Skia",
            "| DejaVu Sans, Bitstream Vera Sans, Open Sans, Liberation Sans"
        ),
        ("Avenir, Avenir Next, Futura, Century Gothic", "| URW Gothic, TeX Gyre Adventor, Montserrat, Lato, Inter, Liberation Sans"),
        (
            "Avenir Next Condensed, DIN Condensed, DIN Alternate, Impact, Phosphate, Helvetica Neue Condensed",
            "| Roboto Condensed, Oswald, Liberation Sans Narrow, DejaVu Sans Condensed, Liberation Sans"
        ),
        ("Gill Sans, GillSans", "| Gillius ADF, Cabin, Lato, Open Sans, Liberation Sans"),
        (
            "Trebuchet MS, Trebuchet, Seravek, Galvji, PT Sans, PT Sans Caption, Optima, Euphemia UCAS, EuphemiaUCAS",
            "| Fira Sans, Open Sans, Lato, Linux Biolinum O, DejaVu Sans, Liberation Sans"
        ),
        ("PT Sans Narrow", "| Liberation Sans Narrow, Liberation Sans"),
        ("Arial Rounded MT Bold, ArialRoundedMT, SF Pro Rounded, SF Compact Rounded", "| Quicksand, Nunito, Inter, Liberation Sans"),
        ("Arial Black", "| Inter, Open Sans, Liberation Sans"),
        ("Calibri", "Carlito | Liberation Sans"), ("Cambria", "Caladea | Liberation Serif"),
        // Serif
        ("Georgia", "Gelasio | DejaVu Serif, Liberation Serif"),
        ("Palatino, Book Antiqua", "P052, URW Palladio L, TeX Gyre Pagella | Liberation Serif"),
        (
            "New York, Charter, Iowan Old Style, Athelas, Marion, PT Serif, PT Serif Caption",
            "| Charis SIL, Bitstream Charter, Gelasio, Liberation Serif"
        ),
        (
            "Baskerville, Big Caslon, BigCaslon, Cochin, Hoefler Text, Academy Engraved LET, Plantagenet Cherokee, STIX Two Text, STIX Two Math",
            "| EB Garamond, Baskervald ADF Std, Libre Caslon Text, Linux Libertine O, Liberation Serif"
        ),
        (
            "Didot, Bodoni 72, Bodoni 72 Oldstyle, Bodoni 72 Smallcaps, BodoniSvtyTwoITCTT, BodoniSvtyTwoOSITCTT, BodoniSvtyTwoSCITCTT",
            "| GFS Didot, Libre Bodoni, Liberation Serif"
        ),
        ("Copperplate, Luminari, Trattatello, Herculanum, Party LET, Papyrus", "| Cormorant SC, EB Garamond, Liberation Serif"),
        ("American Typewriter", "| Special Elite, C059, TeX Gyre Schola, Liberation Serif"),
        ("Rockwell, Superclarendon", "| Roboto Slab, Rokkitt, DejaVu Serif, Liberation Serif"),
        ("Bookman", "URW Bookman, TeX Gyre Bonum | Liberation Serif"),
        ("New Century Schoolbook", "C059, TeX Gyre Schola | Liberation Serif"),
        // Fixed widths
        ("Andale Mono, PT Mono", "| DejaVu Sans Mono, Liberation Mono"),
        // Handwriting
        (
            "Chalkboard, Chalkboard SE, Chalkduster, Comic Sans MS, Marker Felt, Noteworthy, Bradley Hand, BradleyHandITCTT, SignPainter",
            "| Comic Neue, Comic Relief, Domestic Manners, Liberation Sans"
        ),
        (
            "Snell Roundhand, Savoye LET, Zapfino, Brush Script MT, Apple Chancery",
            "| Z003, URW Chancery L, TeX Gyre Chorus, Dancing Script, Liberation Serif"
        ),
        // Signs
        ("Symbol", "Standard Symbols PS, Standard Symbols L | OpenSymbol, DejaVu Sans"),
        (
            "Zapf Dingbats, ZapfDingbatsITC, Bodoni Ornaments, Wingdings, Wingdings 2, Wingdings 3, Webdings, Hoefler Text Ornaments",
            "D050000L, Dingbats | OpenSymbol, DejaVu Sans"
        ),
        ("Apple Symbols, Apple Braille, LastResort", "| Noto Sans Symbols, Noto Sans Symbols2, DejaVu Sans"),
        // Chinese, Japanese, Korean
        (
            "PingFang SC, Heiti SC, STHeiti, STHeiti SC, Hiragino Sans GB, GB18030 Bitmap, Yuanti SC, STXihei, Lantinghei SC",
            "| Noto Sans CJK SC, Source Han Sans SC, WenQuanYi Micro Hei, Droid Sans Fallback"
        ),
        (
            "PingFang TC, Heiti TC, STHeiti TC, LiHei Pro",
            "| Noto Sans CJK TC, Source Han Sans TC, WenQuanYi Micro Hei, Droid Sans Fallback"
        ),
        ("PingFang HK, PingFang MO", "| Noto Sans CJK HK, Noto Sans CJK TC, WenQuanYi Micro Hei, Droid Sans Fallback"),
        ("Songti SC, STSong, Kaiti SC, STKaiti, STFangsong", "| Noto Serif CJK SC, Noto Sans CJK SC, Droid Sans Fallback"),
        ("Songti TC, Kaiti TC, LiSong Pro", "| Noto Serif CJK TC, Noto Sans CJK TC, Droid Sans Fallback"),
        (
            "Hiragino Sans, Hiragino Kaku Gothic ProN, HiraKakuProN, HiraKakuPro, Hiragino Maru Gothic ProN, HiraMaruProN, YuGothic, Osaka, Klee",
            "| Noto Sans CJK JP, IPAGothic, TakaoPGothic, VL Gothic, Droid Sans Fallback"
        ),
        ("Hiragino Mincho ProN, HiraMinProN, YuMincho", "| Noto Serif CJK JP, IPAMincho, Noto Sans CJK JP, Droid Sans Fallback"),
        ("Apple SD Gothic Neo, AppleGothic", "| Noto Sans CJK KR, NanumGothic, Baekmuk Gulim, Droid Sans Fallback"),
        ("AppleMyungjo", "| Noto Serif CJK KR, NanumMyeongjo, Noto Sans CJK KR, Droid Sans Fallback"),
        // Arabic, Hebrew
        (
            "Geeza Pro, SF Arabic, Damascus, Baghdad, Al Nile, Al Bayan, Al Tarikh, Beirut, Muna, Nadeem, Sana, Waseem, Farah, Farisi, KufiStandardGK",
            "| Noto Sans Arabic, Noto Sans Arabic UI, DejaVu Sans"
        ),
        (
            "DecoType Naskh, Diwan Kufi, Diwan Thuluth, Mishafi, Mishafi Gold, Noto Nastaliq Urdu",
            "| Noto Naskh Arabic, Noto Naskh Arabic UI, Amiri, DejaVu Sans"
        ),
        ("Arial Hebrew, Raanana, Corsiva Hebrew, New Peninim MT", "| Noto Sans Hebrew, DejaVu Sans"),
        // South and south-east Asia
        (
            "Kohinoor Devanagari, Devanagari Sangam MN, Devanagari MT, ITF Devanagari, Shree Devanagari 714",
            "| Noto Sans Devanagari, Noto Sans Devanagari UI, Lohit Devanagari, FreeSans"
        ),
        ("Kohinoor Bangla, Bangla Sangam MN, Bangla MN", "| Noto Sans Bengali, Noto Sans Bengali UI, Lohit Bengali, FreeSans"),
        ("Kohinoor Gujarati, Gujarati Sangam MN, Gujarati MT", "| Noto Sans Gujarati, Noto Sans Gujarati UI, Lohit Gujarati, FreeSans"),
        ("Mukta Mahee, Gurmukhi Sangam MN, Gurmukhi MN, Gurmukhi MT", "| Noto Sans Gurmukhi, Noto Sans Gurmukhi UI, FreeSans"),
        ("Kohinoor Telugu, Telugu Sangam MN, Telugu MN", "| Noto Sans Telugu, Noto Sans Telugu UI, FreeSans"),
        ("Tamil Sangam MN, Tamil MN, InaiMathi", "| Noto Sans Tamil, Noto Sans Tamil UI, FreeSans"),
        ("Noto Sans Kannada, Kannada Sangam MN, Kannada MN", "| Noto Sans Kannada, Noto Sans Kannada UI, FreeSans"),
        ("Malayalam Sangam MN, Malayalam MN", "| Noto Sans Malayalam, Noto Sans Malayalam UI, FreeSans"),
        ("Noto Sans Oriya, Oriya Sangam MN, Oriya MN", "| Noto Sans Oriya, Noto Sans Oriya UI, FreeSans"),
        ("Sinhala Sangam MN, Sinhala MN", "| Noto Sans Sinhala, Noto Sans Sinhala UI, FreeSans"),
        ("Thonburi, Sukhumvit Set, Ayuthaya, Krungthep, Sathu, Silom", "| Noto Sans Thai, Noto Sans Thai UI, Loma, Garuda, FreeSans"),
        ("Khmer Sangam MN, Khmer MN", "| Noto Sans Khmer, Noto Sans Khmer UI, DejaVu Sans"),
        ("Lao Sangam MN, Lao MN", "| Noto Sans Lao, Noto Sans Lao UI, DejaVu Sans"),
        ("Noto Sans Myanmar, Myanmar Sangam MN, Myanmar MN", "| Noto Sans Myanmar, Noto Sans Myanmar UI"),
        ("Kailasa, Kokonor", "| Noto Serif Tibetan, Noto Sans Tibetan"), ("Kefa", "| Noto Sans Ethiopic, FreeSerif"),
        ("Mshtakan", "| Noto Sans Armenian, DejaVu Sans"), ("Grantha Sangam MN", "| Noto Sans Grantha"),
    ]

    /// Vertical measures of fonts whose files publish them, in fractions of the em: ascent, descent and leading of `hhea`, heights of
    /// `OS/2`.
    static let vertical: [String: VerticalMetrics] = [
        "georgia": VerticalMetrics(ascent: 0.917, descent: 0.219, leading: 0, capHeight: 0.693, xHeight: 0.481),
        "verdana": VerticalMetrics(ascent: 1.005, descent: 0.210, leading: 0, capHeight: 0.727, xHeight: 0.545),
        "tahoma": VerticalMetrics(ascent: 1.000, descent: 0.207, leading: 0, capHeight: 0.727, xHeight: 0.545),
        "trebuchetms": VerticalMetrics(ascent: 0.939, descent: 0.222, leading: 0, capHeight: 0.715, xHeight: 0.523),
        "arialblack": VerticalMetrics(ascent: 1.101, descent: 0.310, leading: 0, capHeight: 0.716, xHeight: 0.519),
        "comicsansms": VerticalMetrics(ascent: 1.102, descent: 0.291, leading: 0),
        "impact": VerticalMetrics(ascent: 1.009, descent: 0.211, leading: 0),
        "avenir": VerticalMetrics(ascent: 1.000, descent: 0.366, leading: 0, capHeight: 0.708, xHeight: 0.468),
        "avenirnext": VerticalMetrics(ascent: 1.000, descent: 0.366, leading: 0, capHeight: 0.708, xHeight: 0.468),
        "gillsans": VerticalMetrics(ascent: 0.918, descent: 0.230, leading: 0, capHeight: 0.682, xHeight: 0.449),
    ]

    /// Debian's packages by their families.
    static let packages: [(families: String, package: String)] = [
        ("Inter", "fonts-inter"), ("Liberation Sans, Liberation Serif, Liberation Mono", "fonts-liberation"),
        ("DejaVu Sans, DejaVu Serif, DejaVu Sans Mono", "fonts-dejavu-core"), ("Carlito", "fonts-crosextra-carlito"),
        ("Caladea", "fonts-crosextra-caladea"), ("Lato", "fonts-lato"), ("Open Sans", "fonts-open-sans"),
        ("Gillius ADF", "fonts-adf-gillius"),
        (
            "P052, C059, Z003, D050000L, URW Gothic, URW Bookman, Standard Symbols PS, Nimbus Sans, Nimbus Roman, Nimbus Mono PS",
            "fonts-urw-base35"
        ),
        ("GFS Didot", "fonts-gfs-didot"), ("EB Garamond", "fonts-ebgaramond"), ("Comic Neue", "fonts-comic-neue"),
        ("Roboto Slab", "fonts-roboto-slab"),
        ("Quicksand", "fonts-quicksand"), ("Baskervald ADF Std", "fonts-adf-baskervald"), ("Dancing Script", "fonts-dancingscript"),
        ("Linux Libertine O, Linux Biolinum O", "fonts-linuxlibertine"), ("Droid Sans Fallback", "fonts-droid-fallback"),
        ("Noto Color Emoji", "fonts-noto-color-emoji"), ("FreeSans, FreeSerif", "fonts-freefont-ttf"),
    ]

    /// Returns the package that contains a family, or nil if none is known.
    static func package(of family: String) -> String? {
        if let known = packages.first(where: { list($0.families).contains(family) }) { return known.package }
        if family.hasPrefix("Noto"), family.contains("CJK") { return "fonts-noto-cjk" }
        if family.hasPrefix("Noto"), family.hasSuffix(" UI") { return "fonts-noto-ui-core" }
        return family.hasPrefix("Noto") ? "fonts-noto-core" : nil
    }

    static func list(_ names: String) -> [String] {
        names.split(separator: ",").map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }.filter { !$0.isEmpty }
    }
}
