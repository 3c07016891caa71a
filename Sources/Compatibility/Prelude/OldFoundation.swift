import Foundation

extension NSLocale {
    /// Returns the name of a country, or nil for an unknown code.
    public func localizedString(forCountryCode countryCode: String) -> String? {
        (self as Locale).localizedString(forRegionCode: countryCode)
    }
    /// Returns the name of a language, or nil for an unknown code.
    public func localizedString(forLanguageCode languageCode: String) -> String? {
        (self as Locale).localizedString(forLanguageCode: languageCode)
    }
    /// Returns the name of a locale, or nil for an unknown identifier.
    public func localizedString(forLocaleIdentifier localeIdentifier: String) -> String? {
        (self as Locale).localizedString(forIdentifier: localeIdentifier)
    }
    /// Returns the name of a currency, or nil for an unknown code.
    public func localizedString(forCurrencyCode currencyCode: String) -> String? {
        (self as Locale).localizedString(forCurrencyCode: currencyCode)
    }
}

extension Data.WritingOptions {
    /// The same as `atomic`.
    public static var atomicWrite: Data.WritingOptions { .atomic }
}
